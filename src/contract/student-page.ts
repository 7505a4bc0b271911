import * as v from 'valibot'
import { Room } from './assigned-room.ts'
import {
  booleanCodec,
  lazyCodec,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { oneOfCodec, textKeys, wholeNumberKeys } from './record-keys.ts'

/** The parts of a student's page that a role may see. */
export const STUDENT_PAGE_PARTS = [
  'idCard',
  'phone',
  'steps',
  'forms',
  'receipts',
  'applications',
  'money',
  'room',
  'arrival',
  'phones',
] as const
/** One of the parts. */
export type StudentPagePart = (typeof STUDENT_PAGE_PARTS)[number]

/** The actions of the office on a student; each is a call of `students`. */
export const STUDENT_ACTIONS = [
  'reveal',
  'unlock',
  'unbind',
  'reopen',
  'saveForm',
  'deliver',
  'assignRoom',
  'clearRoom',
  'admit',
  'arrive',
  'unarrive',
  'withdraw',
  'readmit',
] as const
/** One of the actions. */
export type StudentAction = (typeof STUDENT_ACTIONS)[number]

/** The source of a form's values: the student's phone, the office's arrival desk, or an import. */
export const FORM_ORIGINS = ['phone', 'desk', 'import'] as const

// The largest accepted depth, more than any form has; a malicious body might be nested deeper than
// the call stack allows.
const DEPTH = 6

function trimmed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.trim()
  if (depth > DEPTH || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => trimmed(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, trimmed(one, depth + 1)]),
  )
}

/** The fields of a form by name, with any values; texts are trimmed. */
export const formFieldsCodec = lazyCodec<Record<string, unknown>>({
  decode: () =>
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((read) =>
        Object.fromEntries(Object.entries(read).map(([name, one]) => [name, trimmed(one)])),
      ),
    ),
  encode: encodeUnchanged,
})

const Who = recordCodec({
  ...textKeys('student', 'number', 'examNumber', 'name', 'gender', 'enrolment', 'department'),
  ...textKeys('major', 'className', 'entryYear'),
  /** ISO instant; '' if the student has not withdrawn. */
  withdrawnAt: textCodec(),
})

/** A student in the results of a search. */
export const StudentSearchResult = recordCodec({
  ...textKeys('student', 'number', 'examNumber', 'name', 'department', 'className'),
  withdrawn: booleanCodec,
})
/** A student in the results of a search. */
export type StudentSearchResult = CodecValue<typeof StudentSearchResult>

const Step = recordCodec({
  id: wholeNumberCodec,
  title: textCodec(),
  done: booleanCodec,
  /** ISO instant; '' while it is not done. */
  doneAt: textCodec(),
})

const Version = recordCodec({
  id: textCodec(),
  version: wholeNumberCodec,
  at: textCodec(),
  origin: oneOfCodec(FORM_ORIGINS),
  /** The staff member who wrote the form; '' if the student wrote it. */
  by: textCodec(),
  words: formFieldsCodec,
})

const Form = recordCodec({
  form: textCodec(),
  /** The number of the step to which the form belongs; '' for none. */
  step: textCodec(),
  /** The newest values, if there are any; numbers in them are masked. */
  words: nullableCodec(formFieldsCodec),
  history: listCodec(Version),
})

const Application = recordCodec({
  id: textCodec(),
  /**
   * The kind of the application: in the green channel '1' loan, '2' registered household or '3'
   * deferral; 'transfer' for a change of major.
   */
  ...textKeys('kind', 'about', 'status', 'reason', 'at'),
  /** The amount in fen; 0 if the application is not about money. */
  amount: wholeNumberCodec,
})

/** Amounts in fen, as the student's own fee page shows them. */
const Money = recordCodec({
  years: listCodec(
    recordCodec({
      ...wholeNumberKeys('year', 'due', 'paid'),
      /** The amount offset by finance: scholarship, loan or deferral. */
      offset: wholeNumberCodec,
      owed: wholeNumberCodec,
    }),
  ),
  /**
   * What the entries of the books pay on the charges of each year: payments less refunds plus what
   * was carried over, and what is too much; absent on an earlier backend.
   */
  books: optionalKey(
    'books',
    listCodec(recordCodec(wholeNumberKeys('year', 'payments', 'refunds', 'carried', 'surplus'))),
  ),
  /** This year's scholarship; `offset` states whether finance has offset it against the fees. */
  scholarship: nullableCodec(
    recordCodec({
      amount: wholeNumberCodec,
      offset: booleanCodec,
    }),
  ),
  charges: listCodec(
    recordCodec({
      year: wholeNumberCodec,
      item: textCodec(),
      ...wholeNumberKeys('due', 'paid', 'offset', 'owed'),
    }),
  ),
  orders: listCodec(
    recordCodec({
      number: textCodec(),
      amount: wholeNumberCodec,
      state: textCodec(),
      at: textCodec(),
    }),
  ),
  credits: listCodec(
    recordCodec({
      transaction: textCodec(),
      amount: wholeNumberCodec,
      surplus: wholeNumberCodec,
      /** The channel, such as 'wechat'; the page has a text for it. */
      way: textCodec(),
      /** 'refund' and 'carry-over' name such entries; absent on an earlier backend. */
      kind: optionalKey('kind', textCodec()),
      at: textCodec(),
    }),
  ),
})

const Arrival = recordCodec({
  ...textKeys('at', 'building', 'room', 'by'),
  /** The person who delivered the scan; absent if the person who scanned delivered it. */
  deliveredBy: optionalKey('deliveredBy', textCodec()),
  source: textCodec(),
  verified: booleanCodec,
  /** When the key of the room was handed over, ISO instant, and by whom; absent if it was not. */
  keyAt: optionalKey('keyAt', textCodec()),
  keyBy: optionalKey('keyBy', textCodec()),
})

const Phone = recordCodec({
  /** An id that the office uses to name the phone; it gives access to nothing. */
  id: textCodec(),
  /** The name of the messaging account; '' if the phone uses an ordinary browser. */
  account: textCodec(),
  /**
   * Whether the messaging account is bound to this student. If so, the app opens without a sign-in.
   */
  bound: booleanCodec,
  /** ISO instants; '' for never. */
  since: textCodec(),
  ...textKeys('used', 'ended', 'why'),
})

/** A student's page for one role; a part that the role may not see is null. */
export const StudentPage = recordCodec({
  who: Who,
  person: nullableCodec(
    recordCodec({
      idCard: textCodec(),
      /** The type of the identity document; '' or absent if the role may not see the number. */
      idType: optionalKey('idType', textCodec()),
      phone: textCodec(),
    }),
  ),
  steps: nullableCodec(listCodec(Step)),
  forms: nullableCodec(listCodec(Form)),
  receipts: nullableCodec(listCodec(recordCodec(textKeys('receipt', 'form', 'at')))),
  applications: nullableCodec(listCodec(Application)),
  money: nullableCodec(Money),
  home: nullableCodec(
    recordCodec({
      room: nullableCodec(Room),
      /** The chosen type; '' for none. */
      chosen: textCodec(),
    }),
  ),
  arrival: nullableCodec(
    recordCodec({
      /** When the admission was checked; '' if it was not. */
      admittedAt: textCodec(),
      /** Whether the student may arrive without the check: paid, or the campus checks nobody. */
      waived: optionalKey('waived', booleanCodec),
      arrived: nullableCodec(Arrival),
    }),
  ),
  phones: nullableCodec(
    recordCodec({
      /**
       * The time until which sign-in is blocked after failed attempts, ISO instant; '' if it is
       * not blocked.
       */
      blockedUntil: textCodec(),
      all: listCodec(Phone),
    }),
  ),
  may: listCodec(oneOfCodec(STUDENT_ACTIONS)),
})
/** A student's page for one role. */
export type StudentPage = CodecValue<typeof StudentPage>
