import type { Generated, JSONColumnType } from 'kysely'
import type { PaymentTrialState } from '#contract/external-services'
import type { ReconciliationDifference } from '#contract/finance'
import type { Withdrawable } from './withdrawable.ts'

/** The Kysely types of the tables for fees, payment and the green channel; amounts are in fen. */
export interface MoneyTables {
  scholarship: {
    student_code: string
    year: number
    amount_fen: number
    offset_done: boolean
  } & Withdrawable
  /**
   * The minimum amount of a payment, if it differs from the campus's (D-57). With -1 students
   * cannot choose the amount.
   */
  lowest_fee: { year: number; enrolment: string; lowest_fen: number } & Withdrawable
  /** When applications of a type are accepted in a year, and for which amounts. */
  application_rule: {
    year: number
    type: string
    opens_at: Date | null
    closes_at: Date | null
    least_fen: number
    most_fen: number
  } & Withdrawable
  /** The amount of a fee item in a year; `enrolment` '' applies to all students. */
  fee_item: { year: number; item: string; enrolment: string; amount_fen: number } & Withdrawable
  pay_order: PaymentOrderRow
  /**
   * The books: every payment and every offset, each once. Rows are only inserted; an entry is
   * undone by a counter-entry.
   */
  payment_credit: {
    /**
     * The transaction of the gateway, or the reference of a payment from outside. It is unique
     * forever.
     */
    transaction: string
    /** The order of a payment through the gateway; null for other entries. */
    order_number: string | null
    student_code: string
    year: number
    /** The channel, such as 'wechat' or 'bank', or the kind of offset, such as 'loan'. */
    way: string
    /** Negative in a counter-entry. */
    amount_fen: number
    /** The part above the amount owed at that time; finance refunds it. */
    surplus_fen: number
    credited_at: Date
    /**
     * 'refund' and a negative 'carry-over' are counter-entries of a part of a payment; a positive
     * 'carry-over' pays the fees of another year with it.
     */
    kind: Generated<'gateway' | 'outside' | 'offset' | 'refund' | 'carry-over'>
    /** The item that a payment from outside names; '' for the whole year. */
    item: Generated<string>
    /** The day of the payment in China, YYYY-MM-DD, as its channel states it. */
    paid_on: string | null
    /** The code of the staff member who recorded it; null for the gateway and the command line. */
    recorded_by: string | null
    /**
     * Where it was recorded: 'desk', 'import:<id>', 'earlier', or 'refund:<number>' of a requested
     * refund; '' for the gateway.
     */
    source: Generated<string>
    /** The entry that this counter-entry undoes. */
    reverses: string | null
    note: Generated<string>
  }
  /** The charges that a payment pays, with the part of each; rows are only inserted. */
  payment_part: {
    transaction: string
    charge_id: number
    student_code: string
    year: number
    item: string
    amount_fen: number
  }
  /** Each requested refund of a payment or of a part of it, and what became of it. */
  refund: RefundRow
  /** The invoices that another system has issued for payments (财政电子票据). */
  invoice: {
    code: string
    number: string
    check_code: string
    /** YYYY-MM-DD. */
    issued_on: string
    /** 'red' cancels another invoice. */
    kind: 'issued' | 'red'
    /** The invoice that a red one cancels; '' otherwise. */
    cancels_code: string
    cancels_number: string
    amount_fen: number
    /** An https address; '' for none. */
    url: string
    /** The payment, an entry of the books. */
    transaction: string
    student_code: string
  }
  /** How the invoicing system names a fee item; `name` null: by the same name. */
  invoice_item: { item: string; code: string; name: string | null; unit: string } & Withdrawable
  /** Cases that finance has to handle: wrong amounts, payments for closed orders, surplus. */
  payment_incident: {
    id: Generated<number>
    kind: string
    order_number: string
    transaction: string
    amount_fen: number
    noticed_at: Date
    /** When the office handled it; null while it is open. */
    handled_at: Date | null
    handled_by: string | null
    /** What the office did about the incident. */
    note: Generated<string>
  }
  /** Each comparison of a day's credits with the gateway's bill. */
  reconciliation: {
    id: Generated<number>
    /** In China, YYYY-MM-DD. */
    day: string
    ran_at: Date
    /** The staff member who started it; null for the command line. */
    ran_by: string | null
    /** The number of payments that match. */
    matched: number
    /** The trials of the gateway in its bill, which match and are no payments. */
    trials: Generated<number>
    /** The number of open incidents at the time of the comparison. */
    incidents: number
    differences: JSONColumnType<ReconciliationDifference[], string>
  }
  /** What people have done about a difference between the books; rows are only inserted. */
  reconciliation_note: {
    id: Generated<number>
    kind: string
    transaction: string
    number: string
    /** Whether the difference is settled with it, or open again. */
    is_done: boolean
    note: string
    noted_by: string
    noted_at: Date
  }
  /** What the finance platform has booked, line by line, as its files say. */
  finance_platform_line: {
    id: string
    /** The normalized reference (`normalizeReference`); several lines can have the same. */
    reference: string
    /** In China, YYYY-MM-DD. */
    day: string
    /** Null if nobody has the number of the line. */
    student_code: string | null
    /** The number of the line if nobody has it, with ID numbers masked; '' otherwise. */
    number: string
    year: number | null
    item: string
    /** Negative for a refund. */
    amount_fen: number
    channel: string
  } & Withdrawable
  pay_order_id: { id: string; student_code: string; expires_at: Date; order_number: string | null }
  payment_trial: PaymentTrialRow
  /** What happened to a trial; a stage that comes again is counted. */
  payment_trial_stage: {
    id: Generated<number>
    number: string
    stage: string
    /** What the gateway said; '' for nothing. */
    code: string
    first_at: Date
    last_at: Date
    times: number
  }
  sandbox_order: {
    number: string
    amount_fen: number
    prepay: string
    state: string
    transaction: string | null
    paid_at: Date | null
    expires_at: Date
  }
  sandbox_refund: {
    number: string
    order_number: string
    refund: string
    amount_fen: number
    created_at: Date
  }
  sandbox_key: { id: number; secret: Buffer }
  green_application: GreenApplicationRow & {
    /** The amount that finance has offset, fen; null: the approved amount. */
    offset_fen: Generated<number | null>
  }
  /**
   * The number of applications, maintained by a trigger, so that counting is fast for any number.
   */
  green_count: { type: string; year: number; status: string; amount: number }
  /** Who decided what about applications. The database rejects updates and deletes. */
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

/** A requested refund as stored. */
export interface RefundRow {
  /** Our number of the refund, which the gateway knows too. */
  number: string
  /** The payment of which it is a refund. */
  transaction: string
  student_code: string
  amount_fen: number
  /** By the gateway, paid back elsewhere, or carried over to the fees of `to_year`. */
  way: 'gateway' | 'elsewhere' | 'carry-over'
  to_year: number | null
  /**
   * 'requested' waits for a second person; 'approved' for the gateway or for the payment elsewhere;
   * 'processing' at the gateway; 'stuck': the gateway could not deliver it; 'failed': the gateway
   * refused or closed it, and no money was returned; 'done': it is in the books.
   */
  state: 'requested' | 'rejected' | 'approved' | 'processing' | 'stuck' | 'failed' | 'done'
  reason: string
  requested_by: string
  requested_at: Date
  decided_by: string | null
  decided_at: Date | null
  decision_note: string
  /** The gateway's code for what went wrong; '' for nothing. */
  problem: string
  /** The gateway's number of the refund. */
  gateway_refund: string | null
  /** How it was paid back elsewhere: channel, reference and day (YYYY-MM-DD). */
  paid_way: string
  paid_reference: string | null
  paid_on: string | null
  done_at: Date | null
  /** When the gateway is asked next; null for never. */
  check_at: Date | null
}

/** An application for the green channel as stored: one per student, type and year. */
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

/**
 * A payment order as stored. A student has at most one order that is open or whose outcome is
 * unknown.
 */
export interface PaymentOrderRow {
  number: string
  student_code: string
  year: number
  /** '1': from the onboarding step, '3': from the campus payment page. */
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

/** A trial of the payment gateway as stored: an order of one fen that is in no student's books. */
export interface PaymentTrialRow {
  number: string
  amount_fen: number
  /** The text of the code; '' until the gateway has answered. */
  link: string
  state: PaymentTrialState
  /** The gateway's transaction; '' until it is paid. */
  transaction: string
  created_at: Date
  /** The code of the staff member. */
  created_by: string
  expires_at: Date
  paid_at: Date | null
  /** When the gateway is asked next; null after the end. */
  next_at: Date | null
}
