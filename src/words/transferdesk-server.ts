/** What the backend tells a student whose change of major was decided. */
export const transferdeskServerWords = {
  passedTitle: { zh: '您的转专业申请已通过', en: 'Your change of major was approved' },
  passedText: {
    zh: (old: string, wanted: string) => `从${old}转入${wanted}。`,
    en: (old: string, wanted: string) => `From ${old} to ${wanted}.`,
  },
  newClass: {
    zh: (name: string) => `新班级：${name}。课表等信息将按新班级显示。`,
    en: (name: string) => `Your new class: ${name}. Your timetable is that of the new class.`,
  },
  notPassedTitle: { zh: '您的转专业申请未通过', en: 'Your change of major was not approved' },
  reply: {
    zh: (said: string) => `审核意见：${said}`,
    en: (said: string) => `The remark: ${said}`,
  },
  withdrawn: { zh: '该生已不在校，不能通过', en: 'The student has left, so it cannot be approved' },
} as const
