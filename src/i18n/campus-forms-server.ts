import { campusFormProblemTexts } from './campus-forms.ts'
import { fileTypeTexts } from './file-types.ts'
import type { LocalizedText } from './translate.ts'

/** Backend texts about the forms of the campus. */
export const campusFormServerTexts = {
  listEntry: { zh: '我的表单', en: 'My forms' },
  notForYou: {
    zh: '这份表单不是给您填写的，如有疑问请联系学校',
    en: 'This form is not for you. Ask the university if that is wrong',
  },
  retired: {
    zh: '学校已停用这份表单，不再接收新的内容；如需提交或更正，请联系学校',
    en: 'The university has retired this form and takes no new answers. Ask the university to have yours entered or corrected',
  },
  otherForm: { zh: '内容不属于这份表单', en: 'This belongs to another form' },
  underReview: {
    zh: '您提交的内容正在审核，现在不能修改',
    en: 'Your answers are under review and cannot be changed now',
  },
  approved: {
    zh: '您提交的内容已通过审核，不能再修改',
    en: 'Your answers were approved and cannot be changed any more',
  },
  notChangeable: {
    zh: '这份表单提交后不能修改，如需更正请联系学校',
    en: 'This form cannot be changed once it was sent. Ask the university for a correction',
  },
  byFormOnly: {
    zh: '请填写并提交表单，这一步会随之完成',
    en: 'Fill in and submit the form; the step is then done',
  },
  filesMissing: {
    zh: '文件还没有全部传到学校，传完后会自动提交',
    en: 'The files have not completely arrived. This is sent by itself once they have',
  },
  filesNotGiven: {
    zh: '导出的文件里缺少这份表单的图片或附件，请改用“代为填写”',
    en: 'The exported file lacks pictures or files of this form: fill it in for the student instead',
  },
  fileDamaged: {
    zh: '文件在手机上已损坏，请重新选择这个文件',
    en: 'The file was damaged on the phone: choose it again',
  },
  fileTaken: {
    zh: '这个文件不能使用，请重新选择',
    en: 'This file cannot be used: choose it again',
  },
  fileTooLarge: {
    zh: '文件太大，请选择较小的文件',
    en: 'The file is too large: choose a smaller one',
  },
  filesFull: {
    zh: '您上传的文件已达上限，请减少文件或明天再试',
    en: 'You have uploaded as much as is allowed. Use fewer files, or try again tomorrow',
  },
  fileUnknown: fileTypeTexts.refused,
} as const satisfies Readonly<Record<string, LocalizedText>>

const problems = campusFormProblemTexts

/**
 * What is wrong with an answer, where the form has no sentence of its own. The limits are not said:
 * the phone, which checks them first, says them.
 */
export const answerProblemTexts = {
  required: problems.required,
  constraint: problems.constraint,
  kind: problems.kind,
  length: { zh: '内容太长', en: 'This is too long' },
  number: problems.number,
  range: { zh: '超出允许的范围', en: 'This is outside of the range' },
  date: problems.date,
  time: problems.time,
  choice: problems.choice,
  count: { zh: '数量不符合要求', en: 'There are too many or too few' },
  phone: problems.phone,
  'id-document': problems.idDocument,
  attachment: { zh: '请重新添加文件', en: 'Please add the file again' },
  signature: problems.signature,
} as const satisfies Readonly<Record<string, LocalizedText>>
