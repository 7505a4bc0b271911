/** Errors in a cell of an imported file. */
export const importValueTexts = {
  spoiled: {
    zh: '表格软件把这个号码改成了科学计数法，末尾的数字已经丢失；请把该列设为“文本”格式后重新填写',
    en: 'A spreadsheet turned this number into powers of ten and its last digits are lost. Format the column as text and fill it in again',
  },
  formulaError: {
    zh: '这是表格公式的错误值，请填写真实内容',
    en: 'This is the error of a formula. Fill in the real content',
  },
  noResult: {
    zh: '这是没有计算结果的公式；请用表格软件打开并保存一次，或改为填写结果',
    en: 'This is a formula without its result. Open the file in a spreadsheet and save it, or fill in the result',
  },
  totalRow: {
    zh: '这是合计行，不是数据；请删除后再导入',
    en: 'This row is a total and no data. Delete it',
  },
  needed: { zh: '不能为空', en: 'This must not be blank' },
  tooLong: {
    zh: (most: number) => `最多${most}个字`,
    en: (most: number) => `At most ${most} characters`,
  },
  badCharacters: { zh: '包含无法保存的字符', en: 'This holds characters that cannot be stored' },
  notOneOf: {
    zh: (choices: string) => `只能填写：${choices}`,
    en: (choices: string) => `This must be one of: ${choices}`,
  },
  notWhole: {
    zh: (least: number, most: number) => `应为${least}到${most}之间的整数`,
    en: (least: number, most: number) => `This must be a whole number from ${least} to ${most}`,
  },
  notMoney: {
    zh: '应为金额（元），最多两位小数，例如 5000 或 5000.50',
    en: 'This must be an amount in yuan with at most two decimals, such as 5000 or 5000.50',
  },
  moneyRange: {
    zh: (most: number) => `金额应在0到${most}元之间`,
    en: (most: number) => `The amount must be from 0 to ${most} yuan`,
  },
  notDay: {
    zh: '应为日期，例如 2026-09-01',
    en: 'This must be a day, such as 2026-09-01',
  },
  notMoment: {
    zh: '应为日期和时间，例如 2026-09-01 08:30',
    en: 'This must be a day and a time, such as 2026-09-01 08:30',
  },
  notNumber: {
    zh: '只能由字母和数字组成',
    en: 'This must be made of letters and digits',
  },
  severalNumbers: {
    zh: '应为一个号码，中间不能有空格或换行',
    en: 'This must be one number, without blanks or line breaks in it',
  },
  severalNames: {
    zh: '应为一个姓名，中间不能换行',
    en: 'This must be one name, without line breaks in it',
  },
  timeInDay: {
    zh: (time: string) => `应为日期，不能带时间（${time}）`,
    en: (time: string) => `This must be a day without a time (${time})`,
  },
  notPhone: {
    zh: '应为11位手机号码；其他国家和地区的号码请带区号，例如 +852 91234567',
    en: 'This must be a mobile number of 11 digits, or one with its country code such as +852 91234567',
  },
  idShape: {
    zh: '身份证号应为18位（末位可为X）或15位；也不是其他证件号码的形式，请核对或填写“证件类型”',
    en: 'An ID number has 18 digits, the last of which may be X, or 15. No other document has this form either: check it, or fill in the document type',
  },
  idShapeOfType: {
    zh: '号码的形式与证件类型不符，请核对',
    en: 'A number of this type of document has another form. Check both',
  },
  idBirthday: {
    zh: '身份证号中的出生日期不存在',
    en: 'The birthday in this ID number does not exist',
  },
  idDigit: {
    zh: '身份证号的校验码不正确，请核对是否抄错',
    en: 'The check digit of this ID number is wrong. Look for a slip of the hand',
  },
} as const
