/** Late arrivals: the recorded reasons, and students' requests. */
export const lateArrivalTexts = {
  title: { zh: '申请延期报到', en: 'Ask to arrive late' },
  cannotCome: { zh: '不能按时报到？', en: 'Cannot arrive on time?' },
  open: { zh: '查看或申请延期', en: 'See or ask' },
  about: {
    zh: '不能在规定时间到校的，请在这里申请，由辅导员或招生办公室答复。',
    en: 'If you cannot arrive on time, ask here. Your counsellor or the admissions office answers.',
  },
  reason: { zh: '延期原因', en: 'Why you are late' },
  reasonNeeded: { zh: '请填写延期原因', en: 'Say why you are late' },
  expectedOn: { zh: '预计报到日', en: 'Expected day of arrival' },
  dayNeeded: { zh: '请选择预计报到日期', en: 'Choose the day on which you expect to arrive' },
  dayPast: { zh: '预计报到日期不能早于今天', en: 'The expected day cannot be before today' },
  dayFar: {
    zh: '预计报到日期请在一年以内',
    en: 'The expected day must be within a year',
  },
  send: { zh: '提交延期申请', en: 'Send the request' },
  sent: { zh: '延期申请已提交', en: 'The request was sent' },
  change: { zh: '修改延期申请', en: 'Change the request' },
  withdraw: { zh: '撤回延期申请', en: 'Withdraw the request' },
  withdrawn: { zh: '延期申请已撤回', en: 'The request was withdrawn' },
  notWaiting: {
    zh: '这份申请已经答复或撤回，请刷新',
    en: 'This request was answered or withdrawn. Reload it',
  },
  newOnly: {
    zh: '只有尚未报到的新生可以申请延期报到',
    en: 'Only new students who have not arrived can ask for a late arrival',
  },
  tooMany: {
    zh: '今天提交的次数太多，请明天再试，或直接联系辅导员',
    en: 'That was asked too often today. Try again tomorrow, or call your counsellor',
  },
  states: {
    zh: {
      waiting: '等待答复',
      granted: '已同意延期',
      refused: '未同意延期',
      withdrawn: '申请人已撤回',
    },
    en: {
      waiting: 'Waits for an answer',
      granted: 'Granted',
      refused: 'Refused',
      withdrawn: 'Withdrawn',
    },
  },
  kinds: {
    zh: {
      late: '延期报到',
      leave: '请假',
      declined: '放弃入学',
      unreachable: '联系不上',
      other: '其他原因',
    },
    en: {
      late: 'Arrives late',
      leave: 'On leave',
      declined: 'Declines admission',
      unreachable: 'Not reached',
      other: 'Another reason',
    },
  },
  answer: { zh: '学校答复', en: 'Answer of the university' },
  absence: { zh: '未到原因', en: 'Why not arrived' },
  withDay: {
    zh: (kind: string, day: string) => `${kind}，预计 ${day} 到`,
    en: (kind: string, day: string) => `${kind}, expected on ${day}`,
  },
  grantedTitle: { zh: '延期报到申请已同意', en: 'Your late arrival is granted' },
  refusedTitle: { zh: '延期报到申请未获同意', en: 'Your late arrival is refused' },
  grantedNotice: {
    zh: (day: string, answer: string) => `请于 ${day} 到校报到。${answer}`,
    en: (day: string, answer: string) => `Please arrive on ${day}. ${answer}`,
  },
  refusedNotice: {
    zh: (answer: string) => `请按规定时间报到。${answer}`,
    en: (answer: string) => `Please arrive on time. ${answer}`,
  },
  toCounsellor: { zh: '有学生申请延期报到', en: 'A student asks to arrive late' },
  toCounsellorAbout: {
    zh: (name: string, className: string, day: string) =>
      `${className} ${name} 申请延期至 ${day} 报到，请在管理端“班级跟进”中答复。`,
    en: (name: string, className: string, day: string) =>
      `${name} of ${className} asks to arrive on ${day}. Answer in the office under “Class follow-up”.`,
  },
} as const
