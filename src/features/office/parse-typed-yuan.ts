import { parseYuan } from '#contract/fields'
import { normalizeAmount } from '#contract/normalize'

/** Parses a typed amount in yuan, up to 9,999,999.99; 0 if it is not one. Returns fen. */
export function parseTypedYuan(typed: string): number {
  const yuan = normalizeAmount(typed)
  return /^\d{1,7}(\.\d{1,2})?$/.test(yuan) ? parseYuan(yuan) : 0
}
