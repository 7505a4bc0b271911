/** What the backend tells who wrote to the office, and who is to answer. */
export const inboxServerWords = {
  answeredTitle: {
    zh: '您的投诉建议已有答复',
    en: 'Your complaint or suggestion was answered',
  },
  answeredText: {
    zh: (said: string, answer: string) => `您写道：${said}\n答复：${answer}`,
    en: (said: string, answer: string) => `You wrote: ${said}\nThe answer: ${answer}`,
  },
  serviceTitle: { zh: '客服已答复您的咨询', en: 'Customer service has answered you' },
  serviceText: { zh: (answer: string) => answer, en: (answer: string) => answer },
  givenTitle: { zh: '有一条收件交由您处理', en: 'Something in the inbox was given to you' },
  givenText: {
    zh: '请在管理端的收件箱里查看并答复。',
    en: 'Read it in the inbox of the office and answer it.',
  },
} as const
