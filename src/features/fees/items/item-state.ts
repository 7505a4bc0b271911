import { isPayable, type FeeItem } from '#contract/fees'
import type { feesTexts } from '#i18n/fees'

// The API's text for a paid fee, for which the app has its own translation.
const PAID = '已缴费'

/**
 * The state of a fee in the reader's language. States that the app does not know are shown as the
 * university sends them (D-55).
 */
export function computeFeeItemState(
  item: Pick<FeeItem, 'payStatus'>,
  texts: { readonly [key in 'unpaid' | 'paidOff']: (typeof feesTexts)[key]['zh' | 'en'] },
): string {
  if (isPayable(item)) return texts.unpaid
  return item.payStatus === PAID ? texts.paidOff : item.payStatus
}
