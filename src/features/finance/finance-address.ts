import { isDay } from '#contract/fields'
import { BOOK_GROUPS } from '#contract/finance'

/** A range of days in the address of a finance list, and the group of the books that it shows. */
export interface FinanceAddress {
  /** YYYY-MM-DD; '' for none. */
  readonly from: string
  readonly to: string
  readonly by: (typeof BOOK_GROUPS)[number] | ''
  readonly key: string
}

/** Reads `2026-09-01/2026-09-03/channel/bank`, the address below that of a list. */
export function parseFinanceAddress(address: string): FinanceAddress {
  const [from = '', to = '', by, key = ''] = address.split('/')
  return {
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    by: BOOK_GROUPS.find((one) => one === by) ?? '',
    key: decode(key),
  }
}

/** Writes the address of a list of the finance section. */
export const buildFinanceAddress = (
  list: string,
  { from, to, by = '', key = '' }: Pick<FinanceAddress, 'from' | 'to'> & Partial<FinanceAddress>,
): string =>
  [
    `finance/${list}`,
    ...(from === '' ? [] : [from, to]),
    ...(by === '' ? [] : [by, encodeURIComponent(key)]),
  ].join('/')

// An address can be typed by hand.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
