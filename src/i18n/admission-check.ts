import { arrivalTexts } from './arrivals.ts'
import { studentFields } from './fields/student.ts'
import { majorTransferTexts } from './major-transfer.ts'
import { officeSectionTexts } from './office-sections.ts'

/** The admission check of the office: the list and the desk. */
export const admissionCheckTexts = {
  title: officeSectionTexts.admission,
  about: {
    zh: '通过审核的学生才能领取报到码、在宿舍楼报到。也可以在“数据导入”中用“入学资格审核”文件批量办理。',
    en: 'Only students who have passed get a pass and can arrive. A file can be imported instead: see Imports, Admission check.',
  },
  station: { zh: '审核窗口', en: 'Desk' },
  backToList: { zh: '返回名单', en: 'Back to the list' },
  state: { zh: '审核情况', en: 'Check' },
  waiting: { zh: '待审核', en: 'Waiting' },
  checked: majorTransferTexts.passed,
  conditions: { zh: '只看符合以下条件的学生', en: 'Only students with' },
  withPapers: { zh: '必交材料已交齐', en: 'all required papers' },
  withFees: { zh: '本年度费用已缴清或冲抵', en: 'the fees of this year paid or offset' },
  withSteps: { zh: '迎新步骤已完成', en: 'all steps finished' },
  name: studentFields.name,
  number: arrivalTexts.number,
  department: studentFields.department,
  className: studentFields.className,
  checkedAt: { zh: '通过时间', en: 'Passed at' },
  missing: { zh: '尚缺', en: 'Missing' },
  complete: { zh: '已齐全', en: 'Nothing' },
  papersMissing: {
    zh: (names: readonly string[]) => `材料：${names.join('、')}`,
    en: (names: readonly string[]) => `Papers: ${names.join(', ')}`,
  },
  stepsMissing: {
    zh: (names: readonly string[]) => `步骤：${names.join('、')}`,
    en: (names: readonly string[]) => `Steps: ${names.join(', ')}`,
  },
  owes: {
    zh: (yuan: string) => `欠费 ${yuan} 元`,
    en: (yuan: string) => `Owes ${yuan} yuan`,
  },
  total: {
    zh: (count: number) => `共 ${count} 人`,
    en: (count: number) => (count === 1 ? '1 student' : `${count} students`),
  },
  checkAll: {
    zh: (count: number) => `全部审核通过（${count} 人）`,
    en: (count: number) => `Pass all ${count}`,
  },
  checkAllAbout: {
    zh: (count: number) => `以上条件下的 ${count} 名学生将审核通过，随后可领取报到码。`,
    en: (count: number) => `The ${count} students of this filter pass, and can get their passes.`,
  },
  confirm: { zh: '全部通过', en: 'Pass them' },
  checkedMany: {
    zh: (count: number) => `已通过 ${count} 人`,
    en: (count: number) => `${count} passed`,
  },
  nobodyWaits: { zh: '没有符合条件的待审核学生', en: 'No waiting student matches' },
  otherCount: {
    zh: (count: number) => `符合条件的学生现在是 ${count} 人，请核对名单后再办理`,
    en: (count: number) => `${count} students match now. Look at the list again`,
  },
  missingPapers: { zh: '尚缺材料', en: 'Missing papers' },
  owedYuan: { zh: '欠费（元）', en: 'Owed (yuan)' },
  openSteps: { zh: '未完成步骤', en: 'Open steps' },
  classHint: { zh: '班级名称的开头', en: 'How the name of the class begins' },
  scan: { zh: '考生号、学号或证件号码', en: 'Exam, student or ID number' },
  scanHint: {
    zh: '可用扫码枪扫描录取通知书上的条码，或用读卡器读取身份证',
    en: 'A hand scanner or a card reader can type it',
  },
  unknown: { zh: '没有这名学生，请核对号码', en: 'There is no such student. Check the number' },
  papers: { zh: '已收材料', en: 'Papers received' },
  noPapers: {
    zh: '尚未设置材料清单，可在“内容与目录”的“报到材料”中添加',
    en: 'No list of papers yet. Add them under Pages and lists, Papers of the admission check',
  },
  optional: { zh: (name: string) => `${name}（选交）`, en: (name: string) => `${name} (optional)` },
  reason: { zh: '补充说明', en: 'Note' },
  reasonHint: {
    zh: '材料不齐时通过，或撤回审核时必填',
    en: 'Needed to pass without all papers, and to take a check back',
  },
  reasonForMissing: {
    zh: '必交材料未交齐，请填写说明后再通过',
    en: 'Required papers are missing. Write a note to pass anyway',
  },
  pass: { zh: '审核通过，下一位', en: 'Pass, next' },
  saveOnly: { zh: '只保存材料，下一位', en: 'Save papers only, next' },
  takeBack: { zh: '撤回审核', en: 'Take the check back' },
  passed: { zh: (name: string) => `${name}已通过`, en: (name: string) => `${name} passed` },
  saved: {
    zh: (name: string) => `已保存${name}的材料`,
    en: (name: string) => `Papers of ${name} saved`,
  },
  takenBack: {
    zh: (name: string) => `已撤回${name}的审核`,
    en: (name: string) => `The check of ${name} is taken back`,
  },
  passedMeanwhile: {
    zh: '该学生刚刚通过了审核，请重新查找后再办理',
    en: 'The student has passed in the meantime. Search again',
  },
  withdrawn: { zh: '该学生已退学', en: 'The student has withdrawn' },
} as const
