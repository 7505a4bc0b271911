import { greenChannelReviewServerTexts } from './green-channel-review-server.ts'

const yuan = (fen: number) => (fen / 100).toFixed(2)
const because = (note: string, before: string) => (note === '' ? '' : `\n${before}${note}`)

/** Backend texts about offsets. */
export const offsetServerTexts = {
  ways: {
    loan: greenChannelReviewServerTexts.loan,
    reduction: { zh: '建档立卡减免', en: 'registered household reduction' },
    deferral: { zh: '缓缴额度', en: 'deferral' },
    scholarship: { zh: '奖学金款项', en: 'scholarship' },
  },
  done: { zh: '应缴费用已冲抵', en: 'Your fees were offset' },
  doneText: {
    zh: (what: string, year: number, fen: number, note: string) =>
      `${year} 学年的${what} ${yuan(fen)} 元已从您的应缴费用中冲抵，可在缴费页查看剩余应缴金额。${because(note, '说明：')}`,
    en: (what: string, year: number, fen: number, note: string) =>
      `Your ${what} of ${yuan(fen)} yuan was offset against the fees of ${year}. The fee page shows what is left to pay.${because(note, 'Note: ')}`,
  },
  undone: { zh: '一笔冲抵已撤销', en: 'An offset was undone' },
  undoneText: {
    zh: (what: string, year: number, _fen: number, note: string) =>
      `${year} 学年的${what}冲抵已撤销，应缴金额相应恢复，请在缴费页查看。${because(note, '原因：')}`,
    en: (what: string, year: number, _fen: number, note: string) =>
      `The offset of your ${what} for ${year} was undone, so you owe that amount again. The fee page shows what is left to pay.${because(note, 'Reason: ')}`,
  },
  notOpen: {
    zh: '其中有申请不再是“已通过、未冲抵”的状态，未做任何冲抵，请刷新后重试',
    en: 'One of them is not approved any more, or offset already. Nothing was offset; refresh and try again',
  },
  notDone: {
    zh: '这笔冲抵已被撤销，请查看最新内容',
    en: 'It is not offset any more; look at how it stands now',
  },
  tooMuch: {
    zh: '冲抵金额应大于 0，且不超过批准金额',
    en: 'The amount must be above 0 and not above the approved amount',
  },
  ahead: { zh: '到账日期不能晚于今天', en: 'The money cannot have come later than today' },
} as const
