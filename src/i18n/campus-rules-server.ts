import type { LocalizedText } from './translate.ts'

/** Backend texts about the rules of the campus. */
export const campusRuleServerTexts = {
  notYet: {
    zh: (from: string) => `这一步将于 ${from} 开放，请到时再提交`,
    en: (from: string) => `This step opens at ${from}; submit it then`,
  },
  over: {
    zh: (until: string) => `这一步已于 ${until} 截止`,
    en: (until: string) => `This step closed at ${until}`,
  },
  /** Between the sentence that the step is over and the note of the campus. */
  and: {
    zh: (sentence: string, note: string) => `${sentence}。${note}`,
    en: (sentence: string, note: string) => `${sentence}. ${note}`,
  },
  tooLong: {
    zh: (sentence: string, hours: number) =>
      `${sentence}。您的内容在手机上等待超过了 ${hours} 小时，不能再按提交时的规则处理`,
    en: (sentence: string, hours: number) =>
      `${sentence}. Yours waited on the phone for more than ${hours} hours, so it is judged by today’s rules`,
  },
  unknownOccupation: { zh: '请选择学校提供的职业', en: 'Choose one of the occupations on offer' },
  judgedTitle: {
    zh: (form: string) => `“${form}”已按提交时的规则处理`,
    en: (form: string) => `“${form}” was judged by the rules of when you submitted it`,
  },
  judgedText: {
    zh: (form: string, submitted: string, arrived: string) =>
      `您于 ${submitted} 在手机上提交了“${form}”，学校于 ${arrived} 收到。其间学校的规则有变化，这份内容按您提交时的规则接受，无需再做什么。`,
    en: (form: string, submitted: string, arrived: string) =>
      `You submitted “${form}” on your phone at ${submitted}, and it reached the university at ${arrived}. The rules changed in between. Yours was accepted by the rules of when you submitted it, and you need do nothing.`,
  },
  dayPast: {
    zh: '生效日期不能早于今天',
    en: 'A rule cannot be valid from a day before today',
  },
  dayFar: { zh: '生效日期不能晚于两年后', en: 'The day has to be within two years' },
  unchanged: {
    zh: '与当时生效的规则相同，没有需要保存的修改',
    en: 'This is the rule as it stands then; there is nothing to save',
  },
  changedMeanwhile: {
    zh: '这条规则刚刚被别人修改过。请打开最新内容后再改，您填写的内容还在',
    en: 'Somebody has just changed this rule. Look at it as it stands now; what you typed is still here',
  },
  appliesAlready: {
    zh: '这项修改已经生效或已取消，请刷新后查看',
    en: 'This change applies already or was taken back; refresh the page',
  },
  yearsOver: {
    zh: (years: number) => `仅限入学后前 ${years} 个学年申请`,
    en: (years: number) => `Students can apply in their first ${years} years of study`,
  },
  quotaFull: {
    zh: '今年的名额已满，请联系学校',
    en: 'This year’s places are taken; ask the university',
  },
  quotaFullForReview: {
    zh: '今年的名额已满，不能再通过已驳回的申请',
    en: 'This year’s places are taken, so a rejected application cannot be approved',
  },
} as const satisfies Readonly<Record<string, LocalizedText | object>>
