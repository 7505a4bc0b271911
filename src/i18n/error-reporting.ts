/** Error reporting on the phone. */
export const errorReportingTexts = {
  tell: { zh: '告诉学校', en: 'Tell the university' },
  what: {
    zh: '只发送错误种类、页面、版本和浏览器，不含身份和内容',
    en: 'Sends the kind of error, page, version and browser: not who you are or what you wrote',
  },
  told: {
    zh: (code: string) => `已告诉学校，编号 ${code}`,
    en: (code: string) => `The university was told: code ${code}`,
  },
  setting: { zh: '出错时告诉学校', en: 'Tell the university of errors' },
  never: { zh: '不告诉', en: 'No' },
  always: { zh: '自动', en: 'Yes' },
} as const
