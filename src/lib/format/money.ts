import { formatYuan } from '#contract/fields'

/** Formats an amount in fen for display: 1820000 is '¥ 18,200.00'. */
export function formatMoney(fen: number): string {
  const [whole = '0', decimals = '00'] = formatYuan(Math.abs(fen)).split('.')
  return `${fen < 0 ? '−' : ''}¥ ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}
