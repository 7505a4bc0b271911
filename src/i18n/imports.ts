import { auditLogTexts } from './audit-log.ts'
import { campusFormTexts } from './campus-forms.ts'
import { officeSectionTexts } from './office-sections.ts'
import { officeTexts } from './office.ts'

/** The import: its screen, and the server's texts. */
export const importTexts = {
  title: officeSectionTexts.imports,
  about: {
    zh: '先试运行：检查文件并列出将发生的变化，确认后才写入。',
    en: 'A dry run comes first: the file is checked and its changes are listed. Nothing is written before you confirm.',
  },
  kind: { zh: '导入内容', en: 'What to import' },
  template: { zh: '下载模板', en: 'Template' },
  templateXlsx: { zh: 'Excel 模板', en: 'Excel template' },
  templateCsv: { zh: 'CSV 模板', en: 'CSV template' },
  columns: { zh: '各列说明', en: 'Its columns' },
  columnHeading: { zh: '有误的列', en: 'Column' },
  valueHeading: { zh: '有误的内容', en: 'Value' },
  reasonHeading: officeTexts.reason,
  lineHeading: { zh: '原行号', en: 'Line' },
  neededColumn: { zh: '必填列', en: 'Needed' },
  example: { zh: '示例', en: 'Example' },
  column: { zh: '列', en: 'Column' },
  remark: { zh: '说明', en: 'Remark' },
  wholeRow: { zh: '整行', en: 'Whole row' },
  choose: campusFormTexts.addFile,
  drop: {
    zh: '把文件拖到这里，或选择文件（CSV 或 XLSX，最大 32 MB、20 万行）',
    en: 'Drop a file here, or choose one (CSV or XLSX, at most 32 MB and 200,000 rows)',
  },
  sending: { zh: '正在上传', en: 'Sending' },
  contents: { zh: '文件里的行', en: 'Rows' },
  history: { zh: '导入记录', en: 'What was imported' },
  file: { zh: '文件', en: 'File' },
  who: auditLogTexts.who,
  when: { zh: '导入时间', en: 'When' },
  state: { zh: '导入状态', en: 'State' },
  commandLine: { zh: '命令行', en: 'Command line' },
  checking: { zh: '正在检查', en: 'Being checked' },
  checked: { zh: '已检查，尚未写入', en: 'Checked, nothing written yet' },
  unreadable: { zh: '无法读取', en: 'Unreadable' },
  applying: { zh: '正在写入', en: 'Being written' },
  applied: { zh: '已写入', en: 'Written' },
  takingBack: { zh: '正在撤回', en: 'Being taken back' },
  takenBack: { zh: '已撤回', en: 'Taken back' },
  outdated: { zh: '已过期', en: 'Out of date' },
  new: { zh: '新增', en: 'New' },
  changed: { zh: '有改动', en: 'Changed' },
  unchanged: { zh: '不变', en: 'Unchanged' },
  withdrawn: { zh: '不在文件中', en: 'Not in the file' },
  refused: { zh: '有误', en: 'Refused' },
  summary: {
    zh: (added: number, changed: number, refused: number) =>
      `新增 ${added} · 修改 ${changed} · 有误 ${refused}`,
    en: (added: number, changed: number, refused: number) =>
      `${added} new · ${changed} changed · ${refused} refused`,
  },
  ownColumns: {
    zh: (headings: string) => `本校自定义字段：${headings}`,
    en: (headings: string) => `Fields of the campus: ${headings}`,
  },
  unknownHeadings: {
    zh: (headings: string) => `这些列不会被读取：${headings}`,
    en: (headings: string) => `These columns are not read: ${headings}`,
  },
  warned: { zh: '请核对', en: 'To look at' },
  warnedAbout: {
    zh: '这些行会照常写入，请先核对：确认无误后再写入，或改好文件重新上传。',
    en: 'These rows would be written all the same. Look at them first: write them if they are right, or mend the file and send it again.',
  },
  warningHeading: { zh: '提醒', en: 'Remark' },
  absenceUnknown: {
    zh: '有误的行改好后才知道',
    en: 'Known once the refused rows are mended',
  },
  sheet: { zh: '工作表', en: 'Worksheet' },
  sheetsToChoose: { zh: '选择工作表', en: 'Choose a worksheet' },
  sendAgain: {
    zh: (sheet: string) => `请再次选择同一个文件，读取工作表“${sheet}”`,
    en: (sheet: string) => `Choose the same file once more to read its worksheet ${sheet}`,
  },
  lines: {
    zh: (lines: number) => `共 ${lines} 行`,
    en: (lines: number) => `${lines} lines`,
  },
  skipped: { zh: '未读取', en: 'Skipped' },
  skippedLines: {
    zh: (count: number, lines: string) => `${count} 行（第 ${lines} 行）`,
    en: (count: number, lines: string) => `${count} (line ${lines})`,
  },
  skippedTitle: { zh: '列名之前的标题', en: 'Titles above the headings' },
  skippedHeadings: { zh: '列名', en: 'Headings' },
  skippedBlank: { zh: '空行', en: 'Blank lines' },
  skippedExample: { zh: '模板的示例行', en: 'The template’s example' },
  line: { zh: '行', en: 'Line' },
  record: { zh: '记录', en: 'Record' },
  changes: { zh: '将修改的列', en: 'Columns that change' },
  downloadRefusals: {
    zh: '下载有误的行（改好后可直接再导入）',
    en: 'Download the refused rows, to mend and send again',
  },
  apply: { zh: '全部写入', en: 'Write all' },
  applyGood: {
    zh: (rows: number) => `只写入正确的 ${rows} 行`,
    en: (rows: number) => `Write the ${rows} good rows only`,
  },
  applyNothing: {
    zh: '有误的行改好之前，什么都不写入',
    en: 'Nothing is written before the refused rows are mended',
  },
  nothingToDo: { zh: '文件与系统一致，无需写入', en: 'The file changes nothing' },
  withdraw: {
    zh: (rows: number) => `把不在文件中的 ${rows} 条标为已退出（不会删除）`,
    en: (rows: number) => `Withdraw the ${rows} that the file does not name; nothing is deleted`,
  },
  takeBack: { zh: '撤回这次导入', en: 'Take this import back' },
  takeBackAsk: {
    zh: '撤回后，这次导入新增的记录会被删除，修改过的记录恢复原样。',
    en: 'What this import added is deleted, and what it changed is as it was before.',
  },
  reason: officeTexts.reason,
  reasonNeeded: officeTexts.reasonNeeded,
  back: { zh: '返回数据导入', en: 'Back to the import' },
  hash: { zh: '文件指纹 (SHA-256)', en: 'Fingerprint of the file (SHA-256)' },

  ambiguous: {
    zh: '这一行的各个号码分属系统中不同的记录',
    en: 'The numbers of this row belong to different records',
  },
  repeated: {
    zh: (key: string, line: number) => `${key} 与第${line}行重复`,
    en: (key: string, line: number) => `${key} stands in line ${line} already`,
  },
  nameStands: {
    zh: (name: string, key: string) => `已有同名的“${name}”（${key}），请改用原有的一项`,
    en: (name: string, key: string) => `${name} (${key}) has this name already: use that one`,
  },
  nameOfLine: {
    zh: (name: string, line: number) => `“${name}”与第${line}行同名`,
    en: (name: string, line: number) => `${name} is the name in line ${line} too`,
  },
  sameRecord: {
    zh: '文件中另有一行指的是同一条记录',
    en: 'Another row of the file means the same record',
  },
  empty: { zh: '文件是空的', en: 'The file is empty' },
  noRows: { zh: '文件中没有数据行', en: 'The file has no rows' },
  chooseSheet: {
    zh: (sheets: number) => `工作簿中有${sheets}张工作表有数据，请选择要导入的一张`,
    en: (sheets: number) =>
      `${sheets} worksheets of this workbook have rows. Choose the one to import`,
  },
  noSuchSheet: {
    zh: (name: string) => `工作簿中没有可见的工作表“${name}”`,
    en: (name: string) => `The workbook has no visible worksheet ${name}`,
  },
  noVisibleSheet: {
    zh: '工作簿中没有可见的工作表',
    en: 'The workbook has no visible worksheet',
  },
  badLine: {
    zh: (line: string) => `工作簿的行号“${line}”不正确，请用表格软件打开并另存一次`,
    en: (line: string) =>
      `The workbook names a row ${line}, which no spreadsheet has. Open it and save it anew`,
  },
  tooMuchText: {
    zh: '文件展开后的文字过多，无法处理：请检查是否有异常长的单元格，或拆分后再导入',
    en: 'The text of this file is too much when it is unpacked. Look for cells of unusual length, or divide the file',
  },
  html: {
    zh: '这是网页（HTML）格式的文件，即使扩展名是 .xls；请用表格软件打开后另存为 .xlsx',
    en: 'This is a web page (HTML), even if its name ends with .xls. Open it in a spreadsheet and save it as .xlsx',
  },
  xmlSpreadsheet: {
    zh: '这是 XML 格式的文件，即使扩展名是 .xls；请用表格软件打开后另存为 .xlsx',
    en: 'This is an XML file, even if its name ends with .xls. Open it in a spreadsheet and save it as .xlsx',
  },
  ods: {
    zh: '这是 OpenDocument 表格（.ods）；请另存为 .xlsx',
    en: 'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx',
  },
  xlsb: {
    zh: '这是 Excel 二进制工作簿（.xlsb）；请另存为 .xlsx',
    en: 'This is a binary Excel workbook (.xlsb). Save it as .xlsx',
  },
  big5: {
    zh: '这是 Big5（繁体中文）编码的文件；请另存为 CSV UTF-8 或 .xlsx',
    en: 'This text is in Big5 (traditional Chinese). Save it as CSV UTF-8 or .xlsx',
  },
  oldXls: {
    zh: '这是旧版 Excel 文件（.xls）或加密的文件，请另存为不加密的 .xlsx 或 CSV',
    en: 'This is a file of an old Excel (.xls), or an encrypted one. Save it as .xlsx or CSV without a password',
  },
  badXlsx: {
    zh: '这个文件已损坏，或不是 Excel 工作簿（.xlsx）',
    en: 'This file is damaged, or no Excel workbook (.xlsx)',
  },
  tooLarge: {
    zh: '工作簿解压后过大，请拆分，或另存为 CSV 后再导入',
    en: 'The workbook is too large. Divide it, or save it as CSV',
  },
  tooManyRows: {
    zh: (most: number) => `最多${most}行，请拆分后再导入`,
    en: (most: number) => `At most ${most} rows, divide the file`,
  },
  badEncoding: {
    zh: '文字编码无法识别，请另存为 CSV UTF-8',
    en: 'The encoding of this text is unknown. Save it as CSV UTF-8',
  },
  badCsv: {
    zh: (line: number) => `第${line}行附近的格式不正确（例如引号没有成对，或一行过长）`,
    en: (line: number) =>
      `Near line ${line} this is no CSV: a quote stands alone, or a row is too long`,
  },
  missingHeadings: {
    zh: (headings: string) => `缺少这些列：${headings}。第一行应为列名，可下载模板对照`,
    en: (headings: string) =>
      `These columns are missing: ${headings}. The first row holds the headings; compare the template`,
  },
  headingTwice: {
    zh: (heading: string) => `“${heading}”出现了两列`,
    en: (heading: string) => `Two columns mean “${heading}”`,
  },
  unknownImport: { zh: '没有这次导入', en: 'There is no such import' },
  unknownKind: { zh: '请选择导入内容', en: 'Choose what to import' },
  failed: {
    zh: '处理时出错，没有写入任何内容，请重试',
    en: 'Something went wrong and nothing was written. Try again',
  },
  interrupted: {
    zh: '处理中断，没有写入任何内容，请重新上传',
    en: 'The work was cut off and nothing was written. Send the file again',
  },
  interruptedBack: {
    zh: '处理中断，没有写入任何内容，请再试一次',
    en: 'The work was cut off and nothing was written. Try again',
  },
  stale: {
    zh: '检查之后数据已有变化，没有写入任何内容，请重新上传文件',
    en: 'The data has changed since the check. Nothing was written; send the file again',
  },
  notReady: { zh: '这次导入不在等待写入', en: 'This import does not wait to be written' },
  refusedFirst: {
    zh: '有误的行尚未改好：请选择只写入正确的行，或改好后重新上传',
    en: 'Some rows are refused: choose the good rows, or mend them and send the file again',
  },
  refusedByDatabase: {
    zh: (rows: number) => `另有${rows}行不能写入，已列入有误的行；没有写入任何内容`,
    en: (rows: number) =>
      `${rows} more rows cannot be written and are listed as refused; nothing was written`,
  },
  brokenRule: {
    zh: (rule: string) => `内容不符合数据库的规则（${rule}）`,
    en: (rule: string) => `This breaks a rule of the database (${rule})`,
  },
  notUnique: {
    zh: '与系统中另一条记录的编号重复',
    en: 'Another record has the same number already',
  },
  unknownReference: {
    zh: '引用的内容在系统中不存在',
    en: 'This refers to something that does not exist',
  },
  notApplied: { zh: '这次导入没有写入，无需撤回', en: 'This import was not written' },
  laterImport: {
    zh: (file: string, time: string) =>
      `不能撤回：之后的导入（${file}，${time}）又改动了其中的记录`,
    en: (file: string, time: string) =>
      `It cannot be taken back: a later import (${file}, ${time}) touched some of its records`,
  },
  changedSince: {
    zh: (key: string) => `不能撤回：${key} 在导入之后已被改动`,
    en: (key: string) => `It cannot be taken back: ${key} was changed after the import`,
  },
  goneSince: {
    zh: (key: string) => `不能撤回：${key} 已不存在`,
    en: (key: string) => `It cannot be taken back: ${key} is gone`,
  },
  builtOn: {
    zh: (why: string) => `不能撤回：${why}`,
    en: (why: string) => `It cannot be taken back: ${why}`,
  },
  usedBy: {
    zh: (table: string) => `已有其他数据（${table}）依赖这些记录`,
    en: (table: string) => `other data (${table}) was built on its records`,
  },
} as const
