import { noticeTexts } from '../texts/notice-texts.ts';
import { confirmFirst } from './dialog.ts';

/** Asks over everything whether to change it anyway. Resolves to what to say if not. */
export async function askAnyway(question: string): Promise<string | undefined> {
  const t = await noticeTexts();
  return new Promise((resolve) => {
    const answers = { question, stay: t('common:cancel'), discard: t('money:changeAnyway') };
    confirmFirst(
      answers,
      () => resolve(undefined),
      () => resolve(t('money:notChanged')),
    );
  });
}
