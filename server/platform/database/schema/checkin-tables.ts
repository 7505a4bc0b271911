import type { Generated } from 'kysely'

/** The tables of the arrival at the dormitory door, as Kysely sees them. */
export interface CheckinTables {
  /** Which buildings a supervisor looks after; who has none looks after none. */
  staff_building: { staff_code: string; building: string }
  /** The opaque id that a student's pass carries, 8 random bytes as base64url. */
  student_pass: { student_code: string; id: string; created_at: Date }
  /** The university's keys for credentials; one signs from `signs_from` until the next one does. */
  pass_key: { id: string; point: string; secret: Buffer; created_at: Date; signs_from: Date }
  /** That there was a key once; at most one line, which no key takes along when it goes. */
  pass_key_made: { one: Generated<boolean>; made_at: Date }
  /** The university's keys that scans are sealed for while they wait on phones (HPKE, P-256). */
  scan_key: { one: Generated<boolean>; point: Buffer; secret: Buffer; created_at: Date }
  /**
   * The phones that were given a credential, until it is long over. One is good while its sign-in
   * lives and has no newer key.
   */
  pass_phone: {
    student_code: string
    /** The phone's public key: x and y, base64url. */
    phone: string
    session_hash: Buffer
    expires_at: Date
    replaced_at: Date | null
  }
  arrival: ArrivalRow
}

/** A confirmed arrival as stored; one that was taken back stays, with who did it. */
export interface ArrivalRow {
  id: Generated<string>
  student_code: string
  building: string
  room: string
  scanned_at: Date
  received_at: Date
  staff_code: string
  /** Who brought the scan to the university, where that was not who scanned. */
  delivered_by: Generated<string | null>
  /** By a pass, not by a bare number. */
  verified: boolean
  /** At a dormitory door, or at a desk of the office. */
  source: Generated<'scan' | 'desk'>
  removed_at: Generated<Date | null>
  removed_by: Generated<string | null>
  removed_reason: Generated<string>
}
