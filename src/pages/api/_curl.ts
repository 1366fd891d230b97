import type { JsonSchema } from '../../api/description/json-schema.ts';
import type { Operation, Parameter } from '../../api/description/operation.ts';

/** A curl command for a call; values that only the caller knows are in capitals. */
export function curlOf(origin: string, method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => 'name' in one);
  const given = (name: string) => sampleOf(parameters.find((one) => one.name === name)?.schema);
  const address = `${origin}/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => given(name))}`;
  const creates = (operation.parameters ?? []).some(
    (one) => '$ref' in one && one.$ref.endsWith('Idempotency-Key'),
  );
  const { 'application/json': json, 'multipart/form-data': form } = operation.requestBody?.content ?? {};
  const [file] = Object.keys(form?.schema.properties ?? {});
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${address}`,
    ...(operation.security ? [] : ["-H 'Authorization: Bearer ACCESS_TOKEN'"]),
    ...(creates ? ["-H 'Idempotency-Key: A_KEY_OF_YOURS'"] : []),
    ...(json ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json.example))}`] : []),
    ...(file ? [`-F ${file}=@YOUR_FILE`] : []),
  ].join(' \\\n  ');
}

function sampleOf(schema: JsonSchema | undefined): string {
  return Array.isArray(schema?.enum) ? String(schema.enum[0]) : 'ID';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
