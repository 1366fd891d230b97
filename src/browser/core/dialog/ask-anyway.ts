import { ApiError } from '../request/request.ts';
import { noticeTexts } from '../texts/loaded-texts.ts';
import { confirmFirst } from './dialog.ts';

/** Asks over everything whether to change what was checked. */
export async function askAnyway(question: string): Promise<boolean> {
  const t = await noticeTexts();
  return new Promise((resolve) => {
    const answers = { question, stay: t('common:cancel'), discard: t('money:changeAnyway') };
    confirmFirst(
      answers,
      () => resolve(true),
      () => resolve(false),
    );
  });
}

/** @throws ApiError if the person does not want to */
export async function requireAnyway({ status, code, message }: ApiError): Promise<void> {
  if (!(await askAnyway(message)))
    throw new ApiError(status, code, (await noticeTexts())('money:notChanged'));
}
