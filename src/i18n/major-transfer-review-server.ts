/** Backend texts for a student whose change of major was decided. */
export const majorTransferReviewServerTexts = {
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
  charges: {
    zh: '学费等应缴费用不会自动调整，如需变动由财务处另行通知。',
    en: 'Your charges do not change by themselves. The finance office tells you if they do.',
  },
  unknownClass: {
    zh: '转入专业的这个年级没有这个班，请从列表中选择',
    en: 'The new major has no such class in this grade: choose one of the list',
  },
  movedAlready: {
    zh: '学生已转入新班级，不能撤回；如需调整，请用导入修改学籍',
    en: 'The student was moved to the new class already: correct it by an import',
  },
  appliedAnew: {
    zh: '学生已重新提交申请，不能撤回原来的审核结果',
    en: 'The student has applied anew: the earlier decision stays',
  },
  takenBackTitle: {
    zh: '您的转专业申请正在重新审核',
    en: 'Your change of major is under review again',
  },
  takenBackText: {
    zh: (old: string, wanted: string) =>
      `从${old}转入${wanted}：原审核结果已撤回，请等待新的结果。`,
    en: (old: string, wanted: string) =>
      `From ${old} to ${wanted}: the earlier decision was taken back. Wait for the new one.`,
  },
  reply: {
    zh: (said: string) => `审核意见：${said}`,
    en: (said: string) => `The remark: ${said}`,
  },
  withdrawn: { zh: '该生已不在校，不能通过', en: 'The student has left, so it cannot be approved' },
} as const
