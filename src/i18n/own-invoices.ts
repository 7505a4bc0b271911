/** The student's invoices (财政电子票据). */
export const ownInvoiceTexts = {
  title: { zh: '电子票据', en: 'Invoices' },
  code: { zh: '票据代码', en: 'Invoice code' },
  number: { zh: '票据号码', en: 'Invoice number' },
  checkCode: { zh: '校验码', en: 'Check code' },
  day: { zh: '开票日期', en: 'Issued on' },
  cancelled: { zh: '已冲红', en: 'Cancelled' },
  red: { zh: '红票', en: 'Red invoice' },
  copy: { zh: '复制票据信息', en: 'Copy' },
  copyNamed: {
    zh: (number: string) => `复制票据信息：${number}`,
    en: (number: string) => `Copy ${number}`,
  },
  notCopied: {
    zh: '浏览器不允许复制，请长按文字选择',
    en: 'The browser does not allow it; press and hold the text',
  },
  open: { zh: '查看票据', en: 'Open the invoice' },
  openNamed: {
    zh: (number: string) => `查看票据：${number}`,
    en: (number: string) => `Open invoice ${number}`,
  },
  paid: {
    zh: (way: string) => `${way}缴费`,
    en: (way: string) => `Paid by ${way}`,
  },
} as const
