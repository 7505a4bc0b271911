import type { Generated, JSONColumnType } from 'kysely'
import type { StudentFieldType } from '#contract/student-field-values'
import type { StudentKind } from '#contract/student-levels'
import type { Language } from '#i18n/translate'
import type { BedTables, RoomUse } from './bed-tables.ts'
import type { CheckinTables } from './checkin-tables.ts'
import type { FormTables } from './form-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { MoneyTables } from './money-tables.ts'
import type { OfficeTables } from './office-tables.ts'
import type { SupportTables } from './support-tables.ts'
import type { TermTables } from './term-tables.ts'
import type { Withdrawable } from './withdrawable.ts'

export type { TaughtCourseRow, GradeRow, MajorRow, NoticeRow } from './term-tables.ts'

/**
 * The Kysely types of all tables, which `migration-list.ts` creates. Days are text (YYYY-MM-DD);
 * amounts are in fen.
 */
export interface DatabaseSchema
  extends
    BedTables,
    CheckinTables,
    TermTables,
    FormTables,
    ImportTables,
    SupportTables,
    MessageTables,
    MoneyTables,
    OfficeTables {
  student: Omit<StudentRow, 'id_type'> & { id_type: Generated<string> }
  /** A level of students: '1' postgraduate, '2' undergraduate, and those that the campus adds. */
  student_level: {
    code: string
    name: string
    /** Other names in files, separated by 、. */
    aliases: string
    kind: StudentKind
    /** Whether the students live in a dormitory, and so need a bed. */
    lives_in_dorm: boolean
    /** The pages of steps that the students do not have. */
    skipped_pages: string[]
    position: number
  } & Withdrawable
  /** A column of students that the campus has defined. */
  student_field: {
    id: string
    name: string
    type: StudentFieldType
    /** The options of a choice, separated by 、. */
    options: string
    max_length: number
    /** The roles of staff who see the values. */
    viewers: string[]
    /** Whether the student sees the value in the app. */
    for_student: boolean
    position: number
  } & Withdrawable
  student_field_value: { student_code: string; field_id: string; value: string; updated_at: Date }
  staff: Omit<StaffRow, 'has_password'> & { has_password: Generated<boolean> }
  session: {
    token_hash: Buffer
    /** The hash of the cookie that replaces the token in plain links, which send no header. */
    look_hash: Generated<Buffer | null>
    /** The id by which the office names the phone; it is not derived from a secret. */
    device_id: Generated<string>
    /**
     * Why the session was ended: 'password', 'elsewhere' or 'office'. Null if its own phone ended
     * it.
     */
    ended_why: Generated<string | null>
    role: AccountRole
    code: string
    open_id: string | null
    /** The language of the phone, as far as known. */
    language: Generated<Language>
    created_at: Date
    used_at: Date
    ended_at: Date | null
    /** When the second factor was verified in this session. */
    proven_at: Generated<Date | null>
  }
  host_identity: { open_id: string; nickname: string; avatar: string; created_at: Date }
  /** Account pictures of the messaging app, fetched at the first request. */
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
  /**
   * Browsers in which somebody has signed in. `mark` is a hash that reveals neither the browser nor
   * the person.
   */
  known_device: { mark: Buffer; used_at: Date }
  /** Accounts whose password somebody tried to guess, with the time of the last attempt. */
  guessing: {
    id: Generated<number>
    role: AccountRole
    code: string
    tries: number
    noticed_at: Date
  }
  /** The English names of Chinese names in the school's tables. */
  english: { chinese: string; english: string }
  demo: { id: number; year: number }
  application: AppTileRow & Withdrawable
  flow_step: {
    id: number
    title: string
    page: string
    skippable: boolean
    needs_dorm: boolean
    /** The position among the steps; null if the position is the step's number. */
    position: Generated<number | null>
    /** The time from which the step is shown. */
    opens_at: Generated<Date | null>
    /** The pages of the steps that cannot be opened before this one is done. */
    before_pages: Generated<string[]>
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
  dorm_room: DormRoomRow & Withdrawable & RoomUse
  dorm_type: { id: string; name: string; price_fen: number; places: number } & Withdrawable
  /**
   * The choices of a dormitory type. `held_until` null: the choice is final. A choice whose time
   * has passed no longer counts.
   */
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
    /** A small version of a portrait for the supervisors' phones, created at the first request. */
    small: Generated<Buffer | null>
    created_at: Date
  }
  /**
   * Consents of students, with the time of withdrawal. A student can have one active consent for each
   * purpose.
   */
  consent: {
    id: Generated<string>
    student_code: string
    purpose: 'photo'
    agreed_at: Date
    taken_back_at: Date | null
  }
  travel: TravelRow
  term: { label: string; first_monday: string; weeks: number } & Withdrawable
  lesson: Omit<LessonRow, 'id' | 'weeks' | 'teaching_class' | 'note'> & {
    id: Generated<string>
    weeks: Generated<string>
    teaching_class: Generated<string>
    note: Generated<string>
  } & Withdrawable
  /** The restorations of the database to an earlier state. */
  /**
   * Versions of tables, written by triggers. The version of a table changes whenever its rows
   * change.
   */
  table_state: { name: string; state: string }
  epoch: { id: string; began_at: Date; state_of: Date | null; least_version: number }
  migration: { id: number; name: string }
}

/** The kind of account of a session. */
export type AccountRole = 'student' | 'staff'

/** A student as stored. */
export interface StudentRow {
  code: string
  number: string | null
  exam_number: string | null
  /** The number of the identity document. */
  id_card: string
  /** The type of the identity document (`IdDocumentType`). */
  id_type: string
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
  /** Set if the student does not come or has left. The student's data is not deleted. */
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
  /**
   * When the first password from the office expires; it only allows the person to choose a password
   * of their own.
   */
  first_password_until: Date | null
  /** When somebody first signed in with the first password; null if nobody has. */
  first_password_used_at: Date | null
  /** Whether the person has a password that can be used; false for imported accounts. */
  has_password: boolean
  /** When the account was closed; since then nobody can sign in to it. */
  closed_at: Date | null
}

/** A tile of the home page as stored. */
export interface AppTileRow {
  id: number
  title: string
  address: string
  icon: string
  menu: string
  label: string
  show: string
  /** Shown on the home page, in the list of all applications, or both. */
  on_home: boolean
  in_all: boolean
  post: 'dorm-supervisor' | 'review-teacher' | null
  new_undergraduates_only: boolean
  starts_at: Date | null
  /** The position among the tiles; null if the position is the tile's number. */
  position: Generated<number | null>
}

/** A room of a dormitory as stored; each resident has one of its beds. */
export interface DormRoomRow {
  building: string
  room: string
  type_name: string
  beds: string[]
  /** '1': for men, '2': for women, null: for both. */
  gender: string | null
}

/** A student's trip to the campus as stored. */
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
  /**
   * The city and day by which fellow travellers are searched, and the day on which they last
   * changed.
   */
  looked_city: Generated<string | null>
  looked_date: Generated<string | null>
  look_changed_on: Generated<string | null>
}

/** A lesson in a term as stored; it lasts `periods` periods from `period` on. */
export interface LessonRow {
  id: string
  /** The class; '' for a lesson of a teaching class. */
  class_name: string
  /** The teaching class, which has its own members; '' for a lesson of a class. */
  teaching_class: string
  term: string
  day: number
  period: number
  periods: number
  course: string
  room: string
  teacher: string
  odd_weeks_only: boolean
  /**
   * The weeks in which the lesson takes place, such as `1,3,5`; '' if the odd/even rule determines
   * them.
   */
  weeks: string
  note: string
}

/** A student's family household as stored; its members are read and written together. */
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

/** A member of a family household as stored. */
export interface HouseholdMember {
  name: string
  relation: string
  phone: string
  idNumber: string
  job: string
  workplace: string
  /** Identifies a member whose name was corrected; absent in records written by other programs. */
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
