import type { Generated, JSONColumnType } from 'kysely'
import type { ReconciliationDifference } from '#contract/finance'
import type { Withdrawable } from './withdrawable.ts'

/** The tables of fees, payment and the green channel as Kysely sees them; money is fen. */
export interface MoneyTables {
  scholarship: {
    student_code: string
    year: number
    amount_fen: number
    offset_done: boolean
  } & Withdrawable
  /**
   * The least that is paid at once, where it differs from the campus's (D-57); below 0 the amount
   * cannot be chosen.
   */
  lowest_fee: { year: number; enrolment: string; lowest_fen: number } & Withdrawable
  /** When applications of a type are taken in a year, and for how much. */
  application_rule: {
    year: number
    type: string
    opens_at: Date | null
    closes_at: Date | null
    least_fen: number
    most_fen: number
  } & Withdrawable
  /** What an item costs in a year; `enrolment` '' is everybody's. */
  fee_item: { year: number; item: string; enrolment: string; amount_fen: number } & Withdrawable
  pay_order: PaymentOrderRow
  /** What the gateway took, once each; only ever added to. */
  payment_credit: {
    transaction: string
    order_number: string
    student_code: string
    year: number
    way: string
    amount_fen: number
    /** More than was owed when it came; to be paid back by finance. */
    surplus_fen: number
    credited_at: Date
  }
  /** What a person must look at: wrong amounts, money for closed orders, surplus. */
  payment_incident: {
    id: Generated<number>
    kind: string
    order_number: string
    transaction: string
    amount_fen: number
    noticed_at: Date
    /** When somebody of the office has dealt with it, and who; null while nobody has. */
    handled_at: Date | null
    handled_by: string | null
    /** What was done about it. */
    note: Generated<string>
  }
  /** A day's credits beside the gateway's books, each time that they were compared. */
  reconciliation: {
    id: Generated<number>
    /** In China, YYYY-MM-DD. */
    day: string
    ran_at: Date
    /** The staff member who asked for it; null for the command. */
    ran_by: string | null
    /** How many payments are alike. */
    matched: number
    /** How many incidents nobody had handled then. */
    incidents: number
    differences: JSONColumnType<ReconciliationDifference[], string>
  }
  pay_order_id: { id: string; student_code: string; expires_at: Date; order_number: string | null }
  sandbox_order: {
    number: string
    amount_fen: number
    prepay: string
    state: string
    transaction: string | null
    paid_at: Date | null
    expires_at: Date
  }
  sandbox_key: { id: number; secret: Buffer }
  green_application: GreenApplicationRow
  /**
   * How many there are, kept by a trigger: a list of a million is counted as fast as one of ten.
   */
  green_count: { type: string; year: number; status: string; amount: number }
  /** Who decided what; the database refuses to change or delete a line. */
  audit_log: {
    id: Generated<number>
    application_id: string
    student_code: string
    reviewer: string
    from_status: string
    to_status: string
    reason: string
    amount_fen: number
    decided_at: Date
  }
}

/** An application of the green channel as stored: one a student, type and year. */
export interface GreenApplicationRow {
  id: string
  review_id: string
  student_code: string
  type: string
  year: number
  amount_fen: number
  status: string
  reason: string
  contract_number: string
  receipt_code: string
  picture: string
  picture2: string
  audit_amount_fen: number | null
  offset_status: string
  version: number
  applied_at: Date
}

/** An order as stored. One open or doubtful order a student at a time. */
export interface PaymentOrderRow {
  number: string
  student_code: string
  year: number
  /** '1' the flow's step, '3' the campus flow. */
  kind: string
  charge_id: number | null
  amount_fen: number
  open_id: string
  state: 'open' | 'checking' | 'paid' | 'closed'
  prepay: string | null
  created_at: Date
  updated_at: Date
  expires_at: Date
}
