import { checkinTexts } from './checkin.ts'
import { exportTexts } from './exports.ts'
import { feesTexts } from './fees.ts'
import { studentFields } from './fields/student.ts'
import { officeSectionTexts } from './office-sections.ts'
import { settingsTexts } from './settings.ts'
import { studentsTexts } from './students.ts'
import type { Language, LocalizedText } from './translate.ts'

const states = {
  '': { zh: '全部', en: 'All' },
  none: { zh: '未填', en: 'Not answered' },
  submitted: { zh: '已填', en: 'Answered' },
  pending: { zh: '待审核', en: 'Under review' },
  approved: { zh: '审核已通过', en: 'Approved' },
  rejected: { zh: '未通过', en: 'Rejected' },
} satisfies Readonly<Record<string, LocalizedText>>

const wordStates = (language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(states).map(([state, text]) => [state, text[language]]))

/** The texts of answers to the forms of the campus, in the office. */
export const campusFormOfficeTexts = {
  title: officeSectionTexts.formanswers,
  states: {
    zh: wordStates('zh'),
    en: wordStates('en'),
  },
  state: feesTexts.state,
  form: { zh: '哪份表单', en: 'Form' },
  expected: { zh: '应填', en: 'Expected' },
  answered: { zh: '已填', en: 'Answered' },
  retired: { zh: '表单已停用', en: 'Retired' },
  noForms: { zh: '还没有发布过表单。', en: 'No form has been published yet.' },
  unknownForm: { zh: '没有这份表单。', en: 'There is no such form.' },
  notAnswered: { zh: '这名学生还没有填写。', en: 'This student has not answered.' },
  college: { zh: '学院', en: 'College' },
  allColleges: { zh: '全部学院', en: 'All colleges' },
  className: studentFields.className,
  student: checkinTexts.student,
  number: studentFields.studentNumber,
  code: { zh: '编号', en: 'Code' },
  name: studentFields.name,
  major: studentFields.major,
  at: { zh: '填写时间', en: 'Answered at' },
  version: settingsTexts.version,
  time: { zh: '第几项', en: 'Entry' },
  students: { zh: '填写情况', en: 'Students' },
  sums: { zh: '选项统计', en: 'Sums of choices' },
  showSums: { zh: '查看选项统计', en: 'Show sums of choices' },
  noSums: { zh: '没有选项题的答案。', en: 'No choices have been made.' },
  choice: { zh: '所选项', en: 'Choice' },
  count: { zh: '人次', en: 'Times' },
  answers: { zh: '答案', en: 'Answers' },
  entriesOf: {
    zh: (name: string) => `${name}（每项一行）`,
    en: (name: string) => `${name}, an entry a row`,
  },
  files: { zh: '附件文件', en: 'Files' },
  downloadFiles: { zh: '下载附件（ZIP）', en: 'Download files (ZIP)' },
  saved: exportTexts.saved,
  index: {
    zh: ['文件', '编号', '姓名', '题目', '原文件名', '字节数'],
    en: ['File', 'Code', 'Name', 'Question', 'Original name', 'Bytes'],
  },
  history: { zh: '历次填写', en: 'All versions' },
  givenAt: {
    zh: (time: string, version: number) => `${time} · 表单第 ${version} 版`,
    en: (time: string, version: number) => `${time} · version ${version} of the form`,
  },
  byOffice: { zh: (by: string) => `由 ${by} 代填`, en: (by: string) => `entered by ${by}` },
  yes: exportTexts.yes,
  no: exportTexts.no,
  review: { zh: '审核', en: 'Review' },
  previousReview: { zh: '上次审核', en: 'Last review' },
  decidedBy: {
    zh: (by: string, at: string) => `${by} · ${at}`,
    en: (by: string, at: string) => `${by} · ${at}`,
  },
  reason: { zh: '意见', en: 'Reason' },
  reasonRequired: { zh: '不通过时请填写意见。', en: 'Give a reason for a rejection.' },
  approve: { zh: '予以通过', en: 'Approve' },
  reject: { zh: '不予通过', en: 'Reject' },
  decided: { zh: '已审核', en: 'Decided' },
  meanwhile: {
    zh: '这份答案刚刚有变化，请重新查看。',
    en: 'These answers have just changed; look at them again.',
  },
  notReviewed: { zh: '这份表单不需要审核。', en: 'This form needs no review.' },
  fillIn: studentsTexts.fillIn,
  notForStudent: {
    zh: '这份表单现在不对这名学生开放。',
    en: 'This form is not for this student at present.',
  },
  everybodyDone: { zh: '没有未填的学生。', en: 'Nobody is left to remind.' },
  campusForms: { zh: '校园表单', en: 'Forms of the campus' },
  approvedNotice: {
    zh: (form: string) => `“${form}”已通过审核`,
    en: (form: string) => `“${form}” was approved`,
  },
  rejectedNotice: {
    zh: (form: string) => `“${form}”未通过审核`,
    en: (form: string) => `“${form}” was rejected`,
  },
  approvedText: {
    zh: '审核通过后不能再修改。',
    en: 'What was approved cannot be changed any more.',
  },
  rejectedText: {
    zh: '请按审核备注修改后重新提交。',
    en: 'Mend what the remark says, then send the form again.',
  },
  rejectedClosedText: {
    zh: '这份表单现在不能修改，如有疑问请咨询学校。',
    en: 'The form takes no changes at present. If you have questions, ask the university.',
  },
} as const
