import type { Generated, JSONColumnType } from 'kysely'
import type { CheckinTables } from './checkin-tables.ts'
import type { FormTables } from './form-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { MoneyTables } from './money-tables.ts'
import type { OfficeTables } from './office-tables.ts'
import type { SupportTables } from './support-tables.ts'
import type { TermTables } from './term-tables.ts'
import type { Withdrawable } from './withdrawable.ts'

export type {
  TaughtCourseRow,
  GradeRow,
  MajorRow,
  NoticeRow,
  MajorTransferRow,
} from './term-tables.ts'

/**
 * The tables as Kysely sees them; `migration-list.ts` makes them. Days are text, YYYY-MM-DD; money
 * is fen.
 */
export interface Schema
  extends
    CheckinTables,
    TermTables,
    FormTables,
    ImportTables,
    SupportTables,
    MoneyTables,
    OfficeTables {
  student: StudentRow
  staff: StaffRow
  session: {
    token_hash: Buffer
    /** Of the cookie that stands for the token where no header can be sent. */
    look_hash: Generated<Buffer | null>
    /** What the office calls it by: no part of any secret. */
    device_id: Generated<string>
    /** 'password', 'elsewhere', 'office': when something else than its own phone has ended it. */
    ended_why: Generated<string | null>
    role: AccountRole
    code: string
    open_id: string | null
    created_at: Date
    used_at: Date
    ended_at: Date | null
    /** When it showed its holder's second factor. */
    proven_at: Generated<Date | null>
  }
  host_identity: { open_id: string; nickname: string; avatar: string; created_at: Date }
  /** A picture of the messaging app's, brought home when it was first looked at. */
  likeness: {
    open_id: string
    id: string
    source: string
    bytes: Buffer | null
    tried_at: Date | null
  }
  host_code: { code_hash: Buffer; open_id: string; snapshot: boolean; expires_at: Date }
  host_token: { token_hash: Buffer; open_id: string; expires_at: Date }
  binding: { open_id: string; role: AccountRole; code: string; bound_at: Date }
  idempotency: {
    subject: string
    form: string
    key: string
    body_hash: Buffer
    status: number
    body: JSONColumnType<Record<string, unknown>>
    etag: string | null
    receipt: string | null
    created_at: Date
  }
  rate_limit: { key: string; points: number; expire: string | null }
  wrong_try: { key: string; tries: number; since: Date; free_at: Date }
  /** A browser in which somebody signed in before; the mark tells neither. */
  known_device: { mark: Buffer; used_at: Date }
  /** Whose sign-in somebody guessed at, and when last. */
  guessing: {
    id: Generated<number>
    role: AccountRole
    code: string
    tries: number
    noticed_at: Date
  }
  /** What the school calls in English what its tables name in Chinese. */
  english: { chinese: string; english: string }
  demo: { id: number; year: number }
  application: AppTileRow & Withdrawable
  flow_step: {
    id: number
    title: string
    page: string
    skippable: boolean
    needs_dorm: boolean
    /** Where it stands among the steps, where that is not by its number. */
    position: Generated<number | null>
    /** It is there from this moment on. */
    opens_at: Generated<Date | null>
  } & Withdrawable
  step_done: { student_code: string; step_id: number; done_at: Date }
  charge: {
    id: Generated<number>
    student_code: string
    year: number
    item: string
    due_fen: number
    paid_fen: number
    by_choice: Generated<boolean>
  } & Withdrawable
  dorm_place: {
    student_code: string
    type_name: string
    building: string
    room: string
    bed: string
  }
  dorm_room: DormRoomRow & Withdrawable
  dorm_type: { id: string; name: string; price_fen: number; places: number } & Withdrawable
  /** `held_until` null is kept for good; what has run out does not count any more. */
  dorm_choice: { student_code: string; type_id: string; chosen_at: Date; held_until: Date | null }
  household: HouseholdRow
  personal_details: {
    student_code: string
    name: string
    wechat: string
    email: string
    phone: string
    members: JSONColumnType<FamilyDetailsMember[]>
    updated_at: Date
  }
  sms_code: {
    subject: string
    scene: string
    phone: string
    code_hash: string
    tries: number
    expires_at: Date
  }
  living_package: LivingPackageRow & Withdrawable
  living_reservation: {
    student_code: string
    step: string
    packages: string[]
    version: number
    updated_at: Date
  }
  uniform_garment: { id: string; name: string } & Withdrawable
  uniform_size: {
    id: string
    garment_id: string
    size: string
    remark: string
    stock: number
  } & Withdrawable
  uniform_colour: { id: string; name: string } & Withdrawable
  uniform_order: {
    student_code: string
    colour_id: string
    remark: string
    received: Generated<string>
    version: number
    updated_at: Date
  }
  uniform_line: { student_code: string; garment_id: string; size_id: string }
  image: {
    id: string
    student_code: string
    purpose: 'photo' | 'application' | 'complaint'
    type: string
    bytes: Buffer
    /** Of a face photo, for the phones at the door: made when it is first asked for. */
    small: Generated<Buffer | null>
    created_at: Date
  }
  /** What a student agreed to, and when they took it back; one may stand at a time. */
  consent: {
    id: Generated<string>
    student_code: string
    purpose: 'photo'
    agreed_at: Date
    taken_back_at: Date | null
  }
  travel: TravelRow
  term: { label: string; first_monday: string; weeks: number } & Withdrawable
  lesson: Omit<LessonRow, 'id' | 'weeks'> & {
    id: Generated<string>
    weeks: Generated<string>
  } & Withdrawable
  /** Each time that the database was brought back to an earlier state. */
  /** Triggers write it: a new state whenever the table's rows change. */
  table_state: { name: string; state: string }
  epoch: { id: string; began_at: Date; state_of: Date | null; least_version: number }
  migration: { id: number; name: string }
}

/** Whose session it is. */
export type AccountRole = 'student' | 'staff'

/** A student as stored. */
export interface StudentRow {
  code: string
  number: string | null
  exam_number: string | null
  id_card: string
  name: string
  gender: string
  phone: string
  major: string
  major_code: string
  department: string
  class_name: string
  entry_year: string
  grade: string
  enrolment: string
  type: string
  status: string
  checked_in_at: Date | null
  /** They do not come, or have left; nothing of theirs is deleted. */
  withdrawn_at: Date | null
}

/** A staff member as stored. */
export interface StaffRow {
  code: string
  id: string
  name: string
  department: string
  post: string
  password_hash: string
  id_card: string | null
  phone: string | null
  /** Until when the password that the office gave may be used, to choose an own one and no more. */
  first_password_until: Date | null
  /** Since when nobody can sign in to this account. */
  closed_at: Date | null
}

/** An entry of the home page as stored. */
export interface AppTileRow {
  id: number
  title: string
  address: string
  icon: string
  menu: string
  label: string
  show: string
  /** On the home page, in the list of all applications, or both. */
  on_home: boolean
  in_all: boolean
  post: 'dorm-supervisor' | 'review-teacher' | null
  new_undergraduates_only: boolean
  starts_at: Date | null
  /** Where it stands among the entries, where that is not by its number. */
  position: Generated<number | null>
}

/** A room of a dormitory as stored; who lives in it has one of its beds. */
export interface DormRoomRow {
  building: string
  room: string
  type_name: string
  beds: string[]
  /** Whose it is: '1' men's, '2' women's, null anybody's. */
  gender: string | null
}

/** A student's way to school as stored. */
export interface TravelRow {
  student_code: string
  step: string
  start_city: string
  start_date: string
  arrival_date: string
  arrival_time: string
  mode: string
  companions: string
  remark: string
  open: boolean
  version: number
  updated_at: Date
  /** By what fellow travellers were looked for, and the day of the last change of it. */
  looked_city: Generated<string | null>
  looked_date: Generated<string | null>
  look_changed_on: Generated<string | null>
}

/** A lesson of a class in a term as stored; it takes `periods` from `period` on. */
export interface LessonRow {
  id: string
  class_name: string
  term: string
  day: number
  period: number
  periods: number
  course: string
  room: string
  teacher: string
  odd_weeks_only: boolean
  /** The weeks in which it is held, as `1,3,5`; '' where the rule of odd weeks says it. */
  weeks: string
}

/** A student's household as stored; its members are always read and written together. */
export interface HouseholdRow {
  student_code: string
  step: string
  phone: string
  native_place: string
  origin_place: string
  household_type: string
  willing: boolean
  members: JSONColumnType<HouseholdMember[]>
  version: number
  updated_at: Date
}

/** A member of a household as stored. */
export interface HouseholdMember {
  name: string
  relation: string
  phone: string
  idNumber: string
  job: string
  workplace: string
  /**
   * By which a member is known again whose name was corrected; absent where somebody else wrote the
   * record.
   */
  memberId?: string
}

/** A member of the personal details as stored. */
export interface FamilyDetailsMember {
  name: string
  relation: string
  phone: string
}

/** A package of living supplies as stored. */
export interface LivingPackageRow {
  id: string
  catalogue: string
  name: string
  price_fen: number
  mandatory: boolean
  content: string
  picture: string
}
