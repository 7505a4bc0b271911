/** The place in a list of payments or entries of the books, newest first. */
export interface PaymentCursor {
  readonly at: Date
  readonly transaction: string
}

/** Parses the cursor of a list of payments; undefined for the first page and for invalid text. */
export function parsePaymentCursor(text: string): PaymentCursor | undefined {
  const [, at, transaction] = /^(\d{1,15})\.(\S{1,128})$/u.exec(text) ?? []
  return transaction === undefined ? undefined : { at: new Date(Number(at)), transaction }
}
