import { actionResultTexts } from './action-results.ts'
import { appShellTexts } from './app-shell.ts'
import { commonTexts } from './common.ts'
import { studentFields } from './fields/student.ts'
import { formTexts } from './form.ts'
import { supportTexts } from './support.ts'

/** The change of major (MAJ rows; D-12, D-92). */
export const majorTransferTexts = {
  chooseMajor: { zh: '请选择意向专业', en: 'Choose the major you want' },
  none: { zh: '暂无申请', en: 'No applications yet' },
  pending: { zh: '待审核', en: 'Under review' },
  passed: { zh: '已通过', en: 'Passed' },
  notPassed: { zh: '未通过', en: 'Not passed' },
  unconfirmed: { zh: '待确认', en: 'To be confirmed' },
  pendingStands: { zh: '您已有一份申请在审核中', en: 'An application of yours is under review' },
  pendingStandsText: {
    zh: '可以在申请进度里修改或撤回它。',
    en: 'You can change or withdraw it under Progress.',
  },
  passedStands: { zh: '您已转过专业', en: 'You have transferred already' },
  added: { zh: '添加成功', en: 'Added' },
  resultUnknown: {
    zh: '提交结果暂时未知，联网后会核对学校是否已收到',
    en: 'It is not known yet whether this arrived. It is looked up once you are connected',
  },
  notArrived: {
    zh: '学校没有收到这次提交，可以再次提交',
    en: 'This did not arrive. You can send it again',
  },
  addFailed: { zh: '添加失败', en: 'Could not be added' },
  deleted: actionResultTexts.deleted,
  deleteFailed: actionResultTexts.deleteFailed,
  changed: { zh: '修改成功', en: 'Changed' },
  changeFailed: actionResultTexts.changeFailed,
  title: { zh: '转专业', en: 'Change of major' },
  notice: { zh: '转专业须知', en: 'Transfer notice' },
  noticeText: { zh: '申请前请先阅读规则', en: 'Read the rules before you apply' },
  progress: { zh: '申请进度', en: 'Progress' },
  progressText: { zh: '查看和撤回我的申请', en: 'See and withdraw your applications' },
  rules: { zh: '申请规则', en: 'The rules' },
  ruleScience: {
    zh: '文科类学生不能转入理工科专业',
    en: 'Liberal-arts students may not move to a science major',
  },
  ruleArts: { zh: '艺术类专业学生不能转专业', en: 'Students of an arts major may not transfer' },
  ruleTimes: {
    zh: (times: number) =>
      times === 1 ? '在校期间只能转一次专业' : `在校期间最多转 ${times} 次专业`,
    en: (times: number) =>
      times === 1 ? 'Only one transfer during study' : `At most ${times} transfers during study`,
  },
  apply: { zh: '我要申请', en: 'Apply' },
  contact: supportTexts.contact,
  applyTitle: { zh: '转专业申请', en: 'Apply to transfer' },
  now: { zh: '现在的专业', en: 'Your major now' },
  department: studentFields.department,
  major: studentFields.major,
  className: studentFields.className,
  wish: { zh: '意向专业', en: 'The major you want' },
  newDepartment: { zh: '意向院系', en: 'The department you want' },
  departmentFirst: { zh: '请先选择意向院系', en: 'Choose the department first' },
  noMajors: { zh: '该院系没有可选的专业', en: 'No major of this department can be chosen' },
  reason: { zh: '申请理由', en: 'Your reason' },
  reply: { zh: '审核意见', en: 'Remark' },
  reasonHint: {
    zh: (typed: number, least: number) => `已输入 ${typed} 字，至少 ${least} 字`,
    en: (typed: number, least: number) => `${typed} characters, at least ${least}`,
  },
  choose: formTexts.choose,
  close: appShellTexts.close,
  failed: { zh: '转专业信息加载失败', en: 'Major transfers could not be loaded' },
  retry: appShellTexts.retry,
  noneText: { zh: '可以在转专业须知里提出申请', en: 'You can apply from the transfer notice' },
  change: formTexts.edit,
  changeTitle: { zh: '修改申请', en: 'Change your application' },
  changeGone: {
    zh: '这份申请已审核或已撤回，不能修改',
    en: 'This application was decided or withdrawn, so it cannot be changed',
  },
  withdraw: { zh: '撤回', en: 'Withdraw' },
  withdrawTitle: commonTexts.boxTitle,
  withdrawText: { zh: '确定撤回这份申请吗？', en: 'Withdraw this application?' },
  keep: { zh: '取消', en: 'Keep it' },
  from: {
    zh: (old: string, wanted: string) => `${old} → ${wanted}`,
    en: (old: string, wanted: string) => `${old} → ${wanted}`,
  },
} as const
