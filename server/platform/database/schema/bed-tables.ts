import type { Generated, JSONColumnType } from 'kysely'
import type { BedAllocationFigures, BedAllocationRequest } from '#contract/bed-allocation'

/** The Kysely types of the tables for the allocation of beds. */
export interface BedTables {
  /** The students who need an accessible bed. */
  accessible_bed_need: { student_code: string; noted_at: Generated<Date> }
  /** The allocations. One that was not applied is a preview. */
  bed_allocation: {
    id: string
    created_at: Date
    staff_code: string
    request: JSONColumnType<BedAllocationRequest>
    figures: JSONColumnType<BedAllocationFigures>
    applied_at: Date | null
    applied_by: string | null
    reverted_at: Date | null
    reverted_by: string | null
  }
  /** The students of an allocation. A student without a bed has '' and a reason. */
  bed_allocation_student: {
    allocation_id: string
    student_code: string
    building: string
    room: string
    bed: string
    reason: string
  }
}

/** The columns of a room that say for whom the room is kept. */
export interface RoomUse {
  /** The colleges; empty for all. */
  departments: Generated<string[]>
  /** The level of the students; null for all. */
  enrolment: Generated<string | null>
  /** The beds that no allocation gives. */
  reserved_beds: Generated<string[]>
  accessible: Generated<boolean>
  /** Since when the room takes nobody; null if it is open. Its residents are to move. */
  closed_at: Generated<Date | null>
  closed_reason: Generated<string>
}
