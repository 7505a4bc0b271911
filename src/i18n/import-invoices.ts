import { privacyTexts } from './privacy.ts'

/** The imports of invoices (财政电子票据) and of the names of fee items in the invoicing system. */
export const invoiceImportTexts = {
  invoices: privacyTexts.invoices,
  invoicesAbout: {
    zh: '票据系统开出的票据，每张一行，按业务流水号对应缴费；一个票据号码只对应一笔缴费。红票填写所冲的原票据。先导出开票数据',
    en: 'The invoices that the invoicing system has issued, one row each, by the business number of the payment. A number belongs to one payment. A red invoice names the one that it cancels. Export the data for them first',
  },
  items: { zh: '票据项目编码', en: 'Codes of items on invoices' },
  itemsAbout: {
    zh: '每个收费项目在票据系统中的编码与名称；多缴的项目写“:surplus”',
    en: 'The code and the name of each fee item in the invoicing system; the item of what was paid too much is :surplus',
  },
  reference: {
    zh: '开票数据中的业务流水号，或缴费凭证号',
    en: 'The business number of the data for invoices, or the reference of the payment',
  },
  kind: { zh: '蓝票（正常开具）或红票（冲红）', en: 'Issued, or red' },
  noPayment: {
    zh: (reference: string) => `没有需要开票的缴费“${reference}”`,
    en: (reference: string) => `There is no payment ${reference} that needs an invoice`,
  },
  taken: {
    zh: (reference: string) => `该票据号码已属于另一笔缴费：${reference}`,
    en: (reference: string) => `This invoice belongs to another payment: ${reference}`,
  },
  tooMuch: {
    zh: (left: string) => `超过该笔缴费尚未开票的金额 ${left} 元`,
    en: (left: string) => `More than the ${left} yuan of the payment that have no invoice`,
  },
  refunded: {
    zh: (kept: string) => `该笔缴费退款后为 ${kept} 元，导入后须冲红`,
    en: (kept: string) =>
      `${kept} yuan of the payment are left after refunds; the invoice needs a red one`,
  },
  noOriginal: {
    zh: '红票须填写原票据号码',
    en: 'A red invoice needs the number of the one that it cancels',
  },
  notRed: { zh: '只有红票填写原票据', en: 'Only a red invoice names another' },
  cancelledAlready: {
    zh: (number: string) => `原票据已由红票 ${number} 冲销`,
    en: (number: string) => `The invoice was cancelled by ${number} already`,
  },
  unknownOriginal: {
    zh: '还没有导入过原票据，导入后一并生效',
    en: 'The cancelled invoice was not imported yet; it counts once it is',
  },
  otherOriginal: {
    zh: '原票据属于另一笔缴费，或是红票',
    en: 'The cancelled invoice belongs to another payment, or is a red one',
  },
  notHttps: { zh: '应为 https 开头的完整网址', en: 'This must be a whole https address' },
} as const
