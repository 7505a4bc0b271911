import { isPayable, type FeeItem } from '#contract/fees'
import type { feesTexts } from '#i18n/fees'

// The wire's word for what the app can say in its own language.
const PAID = '已缴费'

/** How an item stands, in the reader's language; a word of the campus's own as it comes (D-55). */
export function itemState(
  item: Pick<FeeItem, 'payStatus'>,
  texts: { readonly [key in 'unpaid' | 'paidOff']: (typeof feesTexts)[key]['zh' | 'en'] },
): string {
  if (isPayable(item)) return texts.unpaid
  return item.payStatus === PAID ? texts.paidOff : item.payStatus
}
