/** The import of the finance platform's files. */
export const platformImportTexts = {
  title: { zh: '财务平台流水', en: 'Lines of the finance platform' },
  about: {
    zh: '财务平台每日的入账流水，每笔一行，退款为负数；只用于对账，不会入账。同一流水号可分多行（如按项目）。更正后的文件按流水号和日期更新原有的行，文件中没有的行可选择停用；已处理的流水号不再变动',
    en: 'What the finance platform has booked, one row a line, refunds below 0. It is only compared with the books. A reference can have several rows, such as one an item. A corrected file changes the rows by reference and day, and can withdraw rows that it does not have; a reference that was ended stays as it is',
  },
  student: { zh: '学号或身份证号', en: 'Student or ID number' },
  studentAbout: {
    zh: '学号、考生号或证件号；不认识的号码也会保留，供核对',
    en: 'Student, exam or ID number; an unknown number is kept for the comparison',
  },
  unknown: {
    zh: '没有学生有这个号码，对账时会列为“账册没有”或“学生不同”',
    en: 'No student has this number, so the comparison will show it as missing here or as another student',
  },
  notZero: { zh: '金额不能是 0', en: 'The amount must not be 0' },
  ended: {
    zh: '该流水号的差异已由财务人员处理，不能再变动；确需更正的，请先在“财务平台对账”中重新打开',
    en: 'The difference of this reference was ended by finance, so it cannot change. Open it again under Finance platform first',
  },
  endedRemoval: {
    zh: '其中有流水号的差异已由财务人员处理',
    en: 'finance has ended the difference of one of these references',
  },
} as const
