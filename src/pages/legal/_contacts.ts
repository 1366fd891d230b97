/** A line of contact details; what the operator has not configured is left out, never made up. */
export interface Contact {
  term: string;
  text: string | undefined;
  /** The environment variable that sets it. */
  setting: string;
}

export function isGiven(contacts: Contact[]): boolean {
  return contacts.some(({ text }) => text);
}

type Locals = Pick<App.Locals, 't' | 'context' | 'supportEmail'>;

export function operatorContacts({ t, context, supportEmail }: Locals): Contact[] {
  const { OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_PHONE } = context.settings;
  return [
    { term: t('legal:operator.name'), text: OPERATOR_NAME, setting: 'OPERATOR_NAME' },
    { term: t('legal:operator.address'), text: OPERATOR_ADDRESS, setting: 'OPERATOR_ADDRESS' },
    { term: t('legal:operator.phone'), text: OPERATOR_PHONE, setting: 'OPERATOR_PHONE' },
    { term: t('legal:operator.email'), text: supportEmail, setting: 'SUPPORT_EMAIL' },
  ];
}

/** The contacts for accessibility: the coordinator's, completed by the operator's. */
export function coordinatorContacts(locals: Locals): { isNamed: boolean; contacts: Contact[] } {
  const { settings } = locals.context;
  const operator = operatorContacts(locals);
  const coordinator: Record<string, string | undefined> = {
    OPERATOR_NAME: settings.ACCESSIBILITY_COORDINATOR_NAME,
    OPERATOR_PHONE: settings.ACCESSIBILITY_COORDINATOR_PHONE,
    SUPPORT_EMAIL: settings.ACCESSIBILITY_COORDINATOR_EMAIL,
  };
  const isNamed = Object.values(coordinator).some(Boolean);
  if (!isNamed) return { isNamed, contacts: operator };
  const contacts = operator.filter(({ setting }) => setting in coordinator);
  return {
    isNamed,
    contacts: contacts.map((line) => ({ ...line, text: coordinator[line.setting] ?? line.text })),
  };
}
