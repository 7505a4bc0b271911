import { idNumberLabel } from './fields/id-number.ts'
import { formTexts } from './form.ts'
import { removalTexts } from './removal.ts'

/** The texts of the forms that the campus has made: the pages of a student. */
export const campusFormTexts = {
  listTitle: { zh: '表单', en: 'Forms' },
  none: { zh: '没有要填写的表单', en: 'No forms to fill in' },
  noneText: {
    zh: '学校发布给您的表单会出现在这里。',
    en: 'Forms that the university publishes for you appear here.',
  },
  loadFailed: { zh: '表单加载失败', en: 'The form could not be loaded' },
  notOffered: { zh: '这份表单现在不提供给您', en: 'This form is not offered to you now' },
  notOfferedText: {
    zh: '学校可能已经停用或更改了这份表单。您已经提交的内容仍然保存在学校。',
    en: 'The university may have retired or changed it. What you sent is still kept by the university.',
  },
  toList: { zh: '查看我的表单', en: 'See my forms' },
  optional: { zh: '选填。', en: 'Optional. ' },
  again: {
    zh: '请重新确认：这一题是新的或有改动。',
    en: 'Please check again: this is new or has changed. ',
  },
  againTitle: { zh: '学校更新了这份表单', en: 'The university has updated this form' },
  againText: {
    zh: (n: number) =>
      `您填写的内容已带到新的版本，有 ${n} 题是新的或有改动，已标出，请查看后提交。`,
    en: (n: number) =>
      n === 1
        ? 'Your answers were carried over. One question is new or has changed. It is marked: check it, then submit.'
        : `Your answers were carried over. ${n} questions are new or have changed. They are marked: check them, then submit.`,
  },
  noChoicesYet: {
    zh: '选项取决于前面的回答，现在没有可选的，不用选。',
    en: 'The choices depend on the answers before; there are none now, so choose nothing. ',
  },
  yuan: { zh: '元', en: 'yuan' },
  amountHint: { zh: '单位：元', en: 'In yuan' },
  documentType: { zh: '证件类型', en: 'Type of document' },
  documentNumber: idNumberLabel,
  notKept: {
    zh: '证件号码不存入草稿。',
    en: 'The number is not kept in the draft. ',
  },
  chooseClassmate: { zh: '选择同班同学', en: 'Choose a class mate' },
  searchClassmate: { zh: '搜索姓名', en: 'Search a name' },
  noClassmate: { zh: '没有找到同学', en: 'Nobody was found' },
  done: { zh: '完成', en: 'Done' },
  clear: { zh: '清除', en: 'Clear' },
  chosenCount: {
    zh: (n: number) => `已选 ${n} 项`,
    en: (n: number) => `${n} chosen`,
  },
  file: { zh: (at: number) => `文件${at}`, en: (at: number) => `File ${at}` },
  addFile: { zh: '选择文件', en: 'Choose a file' },
  fileTooLarge: {
    zh: (size: string) => `文件不能超过 ${size}`,
    en: (size: string) => `The file must be at most ${size}`,
  },
  fileTooMany: { zh: '这份表单的文件太多了', en: 'This form has too many files' },
  fileUnreadable: {
    zh: '这个文件无法读取，请换一个',
    en: 'This file cannot be read: choose another',
  },
  fileFailed: {
    zh: '文件没有保存在本机，请清理手机空间后再选一次',
    en: 'The file could not be kept on this phone. Free some space, then choose it again',
  },
  fileCount: {
    zh: (most: number, size: string) => `最多 ${most} 个，每个不超过 ${size}`,
    en: (most: number, size: string) => `At most ${most}, each up to ${size}`,
  },
  fileSize: { zh: (kb: number) => `${kb} KB`, en: (kb: number) => `${kb} KB` },
  remove: removalTexts.remove,
  removeOne: { zh: (name: string) => `移除${name}`, en: (name: string) => `Remove ${name}` },
  add: { zh: (label: string) => `添加${label}`, en: (label: string) => `Add: ${label}` },
  one: {
    zh: (label: string, at: number) => `${label} ${at}`,
    en: (label: string, at: number) => `${label} ${at}`,
  },
  removed: removalTexts.removed,
  undo: { zh: '撤销', en: 'Undo' },
  signName: { zh: '签名：请输入本人姓名', en: 'Signature: type your own name' },
  signHint: {
    zh: (name: string) => `输入“${name}”，表示您已阅读并同意。`,
    en: (name: string) => `Type “${name}” to say that you have read this and agree.`,
  },
  draw: { zh: '手写签名', en: 'Drawn signature' },
  drawHint: { zh: '请用手指在框内签名', en: 'Sign with a finger inside the frame' },
  drawInstead: {
    zh: '不能手写？用输入的姓名生成签名',
    en: 'Cannot draw? Make it from the typed name',
  },
  drawAgain: { zh: '重新签名', en: 'Sign again' },
  drawn: { zh: '已签名', en: 'Signed' },
  submitted: formTexts.sentTitle,
  pending: { zh: '审核中', en: 'Under review' },
  approved: { zh: '已批准', en: 'Approved' },
  rejected: { zh: '未通过', en: 'Rejected' },
  open: { zh: '待填写', en: 'To fill in' },
  waiting: { zh: '待提交', en: 'Not sent yet' },
  needsYou: { zh: '需要处理', en: 'Needs you' },
  drafted: { zh: '有草稿', en: 'Draft' },
  closed: { zh: '已截止', en: 'Closed' },
  notOpen: { zh: '未开放', en: 'Not open yet' },
  opensAt: {
    zh: (at: string) => `${at} 开始填写。`,
    en: (at: string) => `It opens on ${at}.`,
  },
  closedAt: {
    zh: (at: string) => `已于 ${at} 截止，不能再提交。`,
    en: (at: string) => `It closed on ${at} and takes no more answers.`,
  },
  until: { zh: (at: string) => `${at} 截止`, en: (at: string) => `Until ${at}` },
  pendingText: {
    zh: '学校正在审核您提交的内容，现在不能修改。',
    en: 'The university is reviewing your answers. They cannot be changed now.',
  },
  approvedText: {
    zh: '学校已审核通过，不能再修改。',
    en: 'The university has approved it. It cannot be changed.',
  },
  fixedText: { zh: '提交后不能修改。', en: 'It cannot be changed after it was sent.' },
  rejectedText: {
    zh: (reason: string) => `学校未通过：${reason === '' ? '请修改后再提交' : reason}`,
    en: (reason: string) =>
      `The university has rejected it: ${reason === '' ? 'change it and submit again' : reason}`,
  },
  yourAnswers: { zh: '您提交的内容', en: 'Your answers' },
  version: { zh: (n: number) => `按第 ${n} 版填写`, en: (n: number) => `Given in version ${n}` },
  notAnswered: { zh: '没有回答', en: 'Not answered' },
  pictures: {
    zh: (n: number) => `${n} 个文件`,
    en: (n: number) => (n === 1 ? '1 file' : `${n} files`),
  },
  signed: { zh: (name: string) => `${name}（已签名）`, en: (name: string) => `${name} (signed)` },
  goOn: { zh: '完成', en: 'Done' },
} as const

/** What is wrong with an answer, unless the form has a sentence of its own. */
export const campusFormProblemTexts = {
  required: { zh: '请填写', en: 'Please fill this in' },
  choose: formTexts.choose,
  attach: { zh: '请添加文件', en: 'Please add a file' },
  sign: { zh: '请签名', en: 'Please sign' },
  constraint: { zh: '这个答案不符合要求', en: 'This answer does not fit' },
  kind: {
    zh: '这个答案无法识别，请重新填写',
    en: 'This answer cannot be read: fill it in again',
  },
  length: {
    zh: (most: number) => `最多 ${most} 个字`,
    en: (most: number) => `At most ${most} characters`,
  },
  number: { zh: '请填写数字', en: 'Please type a number' },
  range: {
    zh: (least: string, most: string) =>
      least === ''
        ? `不能大于 ${most}`
        : most === ''
          ? `不能小于 ${least}`
          : `应在 ${least} 到 ${most} 之间`,
    en: (least: string, most: string) =>
      least === ''
        ? `At most ${most}`
        : most === ''
          ? `At least ${least}`
          : `Between ${least} and ${most}`,
  },
  days: {
    zh: (first: string, last: string) =>
      first === ''
        ? `不能晚于 ${last}`
        : last === ''
          ? `不能早于 ${first}`
          : `应在 ${first} 到 ${last} 之间`,
    en: (first: string, last: string) =>
      first === ''
        ? `Not later than ${last}`
        : last === ''
          ? `Not earlier than ${first}`
          : `Between ${first} and ${last}`,
  },
  date: { zh: '请选择日期', en: 'Choose a day' },
  time: { zh: '请选择时间', en: 'Please choose a time' },
  choice: { zh: '请重新选择', en: 'Please choose again' },
  count: {
    zh: (least: string, most: string) =>
      least === '' || least === '0'
        ? `最多 ${most} 项`
        : most === ''
          ? `至少 ${least} 项`
          : `应有 ${least} 到 ${most} 项`,
    en: (least: string, most: string) =>
      least === '' || least === '0'
        ? `At most ${most}`
        : most === ''
          ? `At least ${least}`
          : `From ${least} to ${most}`,
  },
  phone: { zh: '手机号格式不正确', en: 'This is not a mobile number' },
  idDocument: { zh: '证件号码不正确', en: 'The document number is not valid' },
  attachment: {
    zh: '文件不在这部手机上，请重新添加',
    en: 'The file is not on this phone: add it again',
  },
  signature: { zh: '请输入本人的完整姓名', en: 'Type your own full name' },
} as const
