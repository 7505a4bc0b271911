import type { Generated } from 'kysely'
import type { LateArrivalState, AbsenceKind } from '#contract/late-arrivals'

/** The Kysely types of the tables for arrivals at the dormitories. */
export interface CheckinTables {
  /** The buildings of each supervisor. A supervisor without rows has no building. */
  staff_building: { staff_code: string; building: string }
  /** The classes of each counsellor. A counsellor without rows has no class. */
  staff_class: { staff_code: string; class_name: string }
  /** Why students have not arrived. The newest row of a student applies; the others are history. */
  absence_reason: Omit<AbsenceReasonRow, 'id'> & { id: Generated<string> }
  /** Students' requests to arrive late; at most one of a student waits. */
  late_arrival_request: {
    id: string
    student_code: string
    reason: string
    /** YYYY-MM-DD. */
    expected_on: string
    requested_at: Date
    state: Generated<LateArrivalState>
    answer: Generated<string>
    answered_at: Generated<Date | null>
    answered_by: Generated<string | null>
  }
  /** The opaque id in a student's pass: 8 random bytes as base64url. */
  student_pass: { student_code: string; id: string; created_at: Date }
  /**
   * The keys that sign credentials. Each key is used from its `signs_from` until the `signs_from`
   * of the next key.
   */
  pass_key: { id: string; point: string; secret: Buffer; created_at: Date; signs_from: Date }
  /** Records that a key existed; at most one row, which stays when keys are deleted. */
  pass_key_made: { one: Generated<boolean>; made_at: Date }
  /** The key pair for which phones encrypt waiting scans (HPKE, P-256). */
  scan_key: { one: Generated<boolean>; point: Buffer; secret: Buffer; created_at: Date }
  /**
   * The phones with a credential. Rows are deleted long after the credential has expired. A
   * credential is valid while its session is valid and has no newer key.
   */
  pass_phone: {
    student_code: string
    /** The phone's public key: x and y, base64url. */
    phone: string
    session_hash: Buffer
    expires_at: Date
    replaced_at: Date | null
  }
  /** The papers that new students hand in at the admission check. */
  admission_paper: {
    id: string
    name: string
    position: number
    is_required: boolean
    withdrawn_at: Date | null
  }
  admission_paper_received: {
    student_code: string
    paper_id: string
    received_at: Date
    staff_code: string
  }
  arrival: ArrivalRow
  /** The stations of the arrival besides the dormitory. */
  station: {
    id: string
    name: string
    position: number
    /** The ids of the stations that come before; 'dormitory' is the arrival at the dormitory. */
    before_ids: Generated<string[]>
    /** Whether a student can be recorded more than once. */
    repeats: Generated<boolean>
    withdrawn_at: Generated<Date | null>
  }
  /** The staff who scan at a station. */
  station_staff: { station_id: string; staff_code: string }
  /** That a student was at a station. A record that was taken back stays. */
  station_visit: {
    id: Generated<string>
    station_id: string
    student_code: string
    scanned_at: Date
    received_at: Date
    staff_code: string
    /** Whether the student showed a signed pass; if not, a number was typed. */
    verified: boolean
    /** Whether the station admitted one record for each student when this one was made. */
    once: boolean
    removed_at: Generated<Date | null>
    removed_by: Generated<string | null>
    removed_reason: Generated<string>
  }
}

/**
 * A confirmed arrival as stored. The row of a revoked arrival stays, with the staff member who
 * revoked it.
 */
export interface ArrivalRow {
  id: Generated<string>
  student_code: string
  building: string
  room: string
  scanned_at: Date
  received_at: Date
  staff_code: string
  /** The staff member whose phone delivered the scan; null if that person also scanned. */
  delivered_by: Generated<string | null>
  /** Whether the arrival was confirmed by a signed pass; if not, by a typed number. */
  verified: boolean
  /** 'scan': at a dormitory; 'desk': by the office. */
  source: Generated<'scan' | 'desk'>
  /** When the key of the room was handed over, and by whom; null if it was not. */
  key_given_at: Generated<Date | null>
  key_given_by: Generated<string | null>
  removed_at: Generated<Date | null>
  removed_by: Generated<string | null>
  removed_reason: Generated<string>
}

/** A recorded reason as stored; 'none' if an earlier one no longer applies. */
export interface AbsenceReasonRow {
  id: string
  student_code: string
  kind: AbsenceKind | 'none'
  note: string
  /** YYYY-MM-DD. */
  expected_on: string | null
  recorded_at: Date
  recorded_by: string
}
