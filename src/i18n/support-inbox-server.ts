/** Backend texts for the author of a complaint or request, and for its assignee. */
export const supportInboxServerTexts = {
  answeredTitle: {
    zh: '您的投诉建议已有答复',
    en: 'Your complaint or suggestion was answered',
  },
  answeredText: {
    zh: (said: string, answer: string) => `您写道：${said}\n答复：${answer}`,
    en: (said: string, answer: string) => `You wrote: ${said}\nThe answer: ${answer}`,
  },
  serviceTitle: { zh: '客服已答复您的咨询', en: 'Customer service has answered you' },
  closedTitle: { zh: '您的投诉建议已办结', en: 'Your complaint or suggestion was closed' },
  closedText: {
    zh: (said: string, until: string) =>
      `您写道：${said}\n如仍未解决，请在${until}前到“投诉建议”里重新提出。`,
    en: (said: string, until: string) =>
      `You wrote: ${said}\nIf it is not solved, take it up again on the page of complaints before ${until}.`,
  },
  closedForGood: {
    zh: (said: string) => `您写道：${said}\n如仍未解决，请重新提交一条。`,
    en: (said: string) => `You wrote: ${said}\nIf it is not solved, write a new one.`,
  },
  reopenFirst: { zh: '这一条已办结，请先重新打开', en: 'It is closed: open it again first' },
  closedAlready: { zh: '这一条已经办结', en: 'It is closed already' },
  answerFirst: { zh: '请先答复再办结', en: 'Answer it before you close it' },
  openAlready: { zh: '这一条还没有答复', en: 'It is open already' },
  notToReopen: {
    zh: '已超过重新提出的期限，请重新提交一条',
    en: 'It is too late to take this up again: write a new one',
  },
  stillOpen: { zh: '学校还没有答复，请稍候', en: 'It is not answered yet' },
  noSuchCategory: { zh: '这个类别已停用，请重新选择', en: 'Choose another category' },
  noPictures: { zh: '教职工提交时不能附图片', en: 'Staff cannot attach pictures' },
  serviceText: { zh: (answer: string) => answer, en: (answer: string) => answer },
  givenTitle: { zh: '有一条收件交由您处理', en: 'Something in the inbox was given to you' },
  givenText: {
    zh: '请在管理端的收件箱里查看并答复。',
    en: 'Read it in the inbox of the office and answer it.',
  },
} as const
