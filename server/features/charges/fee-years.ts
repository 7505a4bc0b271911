import type { ChargeBalance } from './store.ts'

/** What is due, paid, offset and owed for a year, fen. */
export interface FeeYear {
  readonly year: number
  readonly due: number
  readonly paid: number
  readonly offset: number
  readonly owed: number
}

/** Sums up a student's charges by year. The student's fee page and finance's page show these sums. */
export const sumFeeYears = (charges: readonly ChargeBalance[]): FeeYear[] =>
  [...new Set(charges.map(({ year }) => year))].map((year) => {
    const own = charges.filter((charge) => charge.year === year)
    const sum = (of: (charge: ChargeBalance) => number) =>
      own.reduce((total, charge) => total + of(charge), 0)
    return {
      year,
      due: sum(({ due_fen }) => due_fen),
      paid: sum(({ paid_fen }) => paid_fen),
      offset: sum(({ offset_fen }) => offset_fen),
      owed: sum(({ owed_fen }) => owed_fen),
    }
  })
