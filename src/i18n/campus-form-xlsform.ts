import { campusFormOfficeTexts } from './campus-form-office.ts'
import { importTexts } from './imports.ts'
import type { TextTemplate } from './translate.ts'

// `part`: what is in the place of the cell, or the part of it that is wrong.
const problems = {
  type: {
    zh: () => '不支持这种题型，未导入这道题',
    en: () => 'This type of question is not supported; the question was left out',
  },
  'type-replaced': {
    zh: (part) => `不支持这种题型，已改为“${part}”`,
    en: (part) => `This type is not supported; it became “${part}”`,
  },
  expression: {
    zh: (part) => `表达式无法识别（${part}），未导入；请在编辑时补上`,
    en: (part) => `The expression cannot be read (${part}) and was left out; add it in the editor`,
  },
  'unknown-answer': {
    zh: (part) => `表达式引用了表中没有的题目“${part}”，未导入`,
    en: (part) => `The expression reads “${part}”, which is not in the form; it was left out`,
  },
  initial: {
    zh: () => '随时重算的答案改为只在填写前算一次',
    en: () => 'An answer that is computed again and again is now filled in once, before answering',
  },
  name: {
    zh: (part) => `名称不可用或重复，已改为“${part}”`,
    en: (part) => `The name cannot be used or is repeated; it became “${part}”`,
  },
  label: {
    zh: (part) => `没有题目文字，暂用“${part}”`,
    en: (part) => `There is no text; “${part}” is shown`,
  },
  language: {
    zh: (part) => `“${part}”作为英文导入`,
    en: (part) => `“${part}” was taken over as English`,
  },
  'language-left-out': {
    zh: () => '只导入中文和英文，未导入这种语言',
    en: () => 'Only Chinese and English are taken over; this language was left out',
  },
  column: {
    zh: () => '不支持这一列，未导入',
    en: () => 'This column is not supported and was left out',
  },
  cell: { zh: () => '不支持这项设置，未导入', en: () => 'This is not supported and was left out' },
  required: {
    zh: () => '不支持按条件必填，已改为选填',
    en: () => 'A condition for “required” is not supported; the question is optional now',
  },
  'repeat-count': {
    zh: () => '不支持按答案决定重复次数，由学生自行增减',
    en: () => 'A number of repetitions that is computed is not supported; students add them',
  },
  'nested-repetition': {
    zh: () => '重复组里的重复组已改为小节',
    en: () => 'A repeat inside a repeat became a section',
  },
  depth: {
    zh: () => '嵌套过深，这一层小节已去掉，题目保留',
    en: () => 'The nesting is too deep; this section was removed and its questions kept',
  },
  list: {
    zh: (part) => `没有选项列表“${part}”，未导入这道题`,
    en: (part) => `There is no list of choices “${part}”; the question was left out`,
  },
  choice: {
    zh: () => '同一列表中名称重复，未导入这个选项',
    en: () => 'This name is already in the list; the choice was left out',
  },
  'too-many': {
    zh: () => '超出数量上限，从这里起未导入',
    en: () => 'There are too many; what begins here was left out',
  },
  'too-long': { zh: () => '文字过长，已截短', en: () => 'The text is too long and was cut' },
  reference: {
    zh: () => '文字中的 ${…} 不会换成答案，照原样显示',
    en: () => 'A ${…} in a text is not replaced by the answer; it is shown as it is',
  },
  formula: {
    zh: () => '单元格是没有结果的公式，未导入',
    en: () => 'The cell is a formula without a result; it was left out',
  },
  end: {
    zh: () => '组的开始与结束不配对，已按最近的组处理',
    en: () => 'The begin and end of groups do not match; the nearest group was taken',
  },
} satisfies Record<string, TextTemplate<[string]>>

/** Why a part of an XLSForm was not taken over as it stands. */
export type XlsformProblem = keyof typeof problems

/** What the report says about each problem. */
export const xlsformProblemTexts: Readonly<Record<XlsformProblem, TextTemplate<[string]>>> =
  problems

/** The texts of the exchange of forms as XLSForm files. */
export const campusFormXlsformTexts = {
  title: { zh: 'XLSForm 文件', en: 'XLSForm file' },
  import: { zh: '从 XLSForm 导入', en: 'Import an XLSForm' },
  export: { zh: '导出为 XLSForm', en: 'Export as XLSForm' },
  about: {
    zh: 'XLSForm 是 ODK、KoboToolbox 等通用的表单文件（.xlsx，含 survey、choices、settings 工作表）。',
    en: 'XLSForm is the common file of forms of ODK, KoboToolbox and others: .xlsx with the sheets survey, choices and settings.',
  },
  choose: importTexts.choose,
  reading: { zh: '正在读取…', en: 'Reading…' },
  read: {
    zh: (title: string, questions: number) => `《${title}》：${questions} 道题`,
    en: (title: string, questions: number) => `“${title}”: ${questions} questions`,
  },
  wholeTaken: { zh: '全部内容都能导入。', en: 'Everything in the file can be taken over.' },
  findings: {
    zh: (count: number) => `有 ${count} 处不能照原样导入：`,
    en: (count: number) =>
      count === 1
        ? 'One part cannot be taken over as it stands:'
        : `${count} parts cannot be taken over as they stand:`,
  },
  place: { zh: '位置', en: 'Place' },
  content: { zh: '单元格内容', en: 'Content' },
  done: { zh: '处理办法', en: 'What was done' },
  create: { zh: '新建为草稿', en: 'Create as a draft' },
  noSurvey: {
    zh: '文件中没有 survey 工作表，或者它没有 type 和 name 两列，不是 XLSForm。',
    en: 'The file has no sheet “survey” with the columns “type” and “name”; it is no XLSForm.',
  },
  noQuestions: {
    zh: '文件中没有可以导入的题目。',
    en: 'The file has no question that can be taken over.',
  },
  unknownForm: campusFormOfficeTexts.unknownForm,
} as const
