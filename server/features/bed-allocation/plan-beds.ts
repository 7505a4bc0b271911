import highs from 'highs'
import * as v from 'valibot'
import { UNPLACED_REASONS, type UnplacedReason } from '#contract/bed-allocation'

const PlanStudent = v.object({
  code: v.string(),
  gender: v.string(),
  level: v.string(),
  department: v.string(),
  className: v.string(),
  /** The type of the confirmed choice; null without a choice. */
  type: v.nullable(v.string()),
  isAccessibleNeeded: v.boolean(),
})
/** A student without a bed. */
export type PlanStudent = v.InferOutput<typeof PlanStudent>

const PlanRoom = v.object({
  building: v.string(),
  room: v.string(),
  floor: v.string(),
  type: v.string(),
  /** The gender of the room or of its residents; null for an empty room without a gender. */
  gender: v.nullable(v.string()),
  /** The colleges for which the room is kept; empty for all. */
  departments: v.array(v.string()),
  /** The level for which the room is kept; null for all. */
  level: v.nullable(v.string()),
  isAccessible: v.boolean(),
  freeBeds: v.array(v.string()),
  /** The classes of the residents. */
  classes: v.array(v.string()),
})
/** A room with free beds. */
export type PlanRoom = v.InferOutput<typeof PlanRoom>

/** What is planned, as a worker thread gets it. */
export const PlanInput = v.object({
  students: v.array(PlanStudent),
  rooms: v.array(PlanRoom),
  /**
   * Confirmed choices of students outside of this plan who have no bed yet; students without a
   * choice leave beds for them.
   */
  promised: v.array(v.object({ type: v.string(), gender: v.string(), students: v.number() })),
  seed: v.number(),
})
/** What is planned. */
export type PlanInput = v.InferOutput<typeof PlanInput>

const PlannedPlace = v.object({
  student: v.string(),
  building: v.string(),
  room: v.string(),
  bed: v.string(),
})
/** A planned bed. */
export type PlannedPlace = v.InferOutput<typeof PlannedPlace>

/** A plan with its figures, as a worker thread returns it. */
export const BedPlan = v.object({
  places: v.array(PlannedPlace),
  unplaced: v.array(v.object({ student: v.string(), reason: v.picklist(UNPLACED_REASONS) })),
  figures: v.object({
    placed: v.number(),
    classes: v.number(),
    splitClasses: v.number(),
    alone: v.number(),
    buildings: v.array(v.object({ building: v.string(), free: v.number(), placed: v.number() })),
  }),
})
/** A plan with its figures. */
export type BedPlan = v.InferOutput<typeof BedPlan>

/** Students who may have the same beds. */
interface Kind extends Omit<PlanStudent, 'code' | 'className'> {
  readonly students: PlanStudent[]
}
/** Rooms of one floor that may have the same students. */
interface Pool extends RoomUse {
  readonly rooms: PlanRoom[]
  readonly beds: number
}
interface Flow {
  readonly kind: Kind
  readonly pool: Pool
  readonly students: number
}

const GENDERS = ['1', '2']
const SOLVER_OPTIONS = {
  output_flag: false,
  // A limit in seconds, so that a program that is hard to solve still ends.
  time_limit: 6,
  // A plan may be worse than the best one by a few preferences, but not by a student without a bed.
  mip_rel_gap: 0,
  mip_abs_gap: 30_000,
} as const
const ROUNDING = 1e-6

/**
 * Plans who gets which bed. A mixed-integer program (HiGHS) decides how many students of each kind
 * live on each floor; its goals are, in this order: as many students as possible have a bed, first those who
 * need an accessible one and those whose choice is confirmed; students live in the rooms that are kept for their college
 * or level; accessible rooms stay free; colleges live on neighbouring floors. Then classes fill the rooms of a
 * floor one after another. The same input gives the same plan.
 */
export async function planBeds({ students, rooms, promised, seed }: PlanInput): Promise<BedPlan> {
  const random = createRandom(seed)
  const kinds = groupStudents(students, random)
  const pools = groupRooms(rooms)
  const { flows, menRooms } = await solve(kinds, pools, promised)
  const places: PlannedPlace[] = []
  for (const pool of pools)
    for (const gender of GENDERS) {
      const own = flows.filter((flow) => flow.pool === pool && flow.kind.gender === gender)
      const open = pool.rooms.filter(
        (room) => (room.gender ?? (menRooms.has(room) ? '1' : '2')) === gender,
      )
      fillRooms(open, takeClasses(own), places)
    }
  const placed = new Set(places.map(({ student }) => student))
  const unplaced = kinds.flatMap((kind) => {
    const left = kind.students.filter(({ code }) => !placed.has(code))
    if (left.length === 0) return []
    const reason = explain(kind, rooms, places)
    return left.map(({ code }) => ({ student: code, reason }))
  })
  return { places, unplaced, figures: describe({ students, rooms, places }) }
}

type RoomUse = Omit<PlanRoom, 'room' | 'freeBeds' | 'classes'>
type Fit = (kind: Kind, room: RoomUse) => boolean
// The criteria by which a student may live in a room, in the order in which a missing room is
// explained.
const FIT: readonly (readonly [UnplacedReason, Fit])[] = [
  ['gender', ({ gender }, room) => room.gender === null || room.gender === gender],
  ['type', ({ type }, room) => type === null || room.type === type],
  ['level', ({ level }, room) => room.level === null || room.level === level],
  [
    'department',
    ({ department }, room) =>
      room.departments.length === 0 || room.departments.includes(department),
  ],
  ['accessible', ({ isAccessibleNeeded }, room) => !isAccessibleNeeded || room.isAccessible],
]

const fits = (kind: Kind, room: RoomUse) => FIT.every(([, matches]) => matches(kind, room))

// The first criterion that leaves no room; 'kept' if the free beds are left to students who have
// chosen their type; otherwise 'full'.
function explain(
  kind: Kind,
  rooms: readonly PlanRoom[],
  places: readonly PlannedPlace[],
): UnplacedReason {
  let left = rooms
  for (const [reason, matches] of FIT) {
    left = left.filter((room) => matches(kind, room))
    if (left.length === 0) return reason
  }
  const inLeft = new Set(left.map(({ building, room }) => JSON.stringify([building, room])))
  const given = places.filter(({ building, room }) => inLeft.has(JSON.stringify([building, room])))
  return kind.type === null && given.length < countBeds(left) ? 'kept' : 'full'
}

function groupStudents(students: readonly PlanStudent[], random: () => number): Kind[] {
  const sorted = [...students].sort((a, b) => compare(a.code, b.code))
  shuffle(sorted, random)
  const departments = [...new Set(students.map(({ department }) => department))].sort(compare)
  shuffle(departments, random)
  const rank = new Map(departments.map((department, at) => [department, at]))
  const kinds = new Map<string, Kind>()
  for (const student of sorted) {
    const { gender, level, department, type, isAccessibleNeeded } = student
    const key = JSON.stringify([gender, level, department, type, isAccessibleNeeded])
    const kind = kinds.get(key)
    if (kind === undefined)
      kinds.set(key, { gender, level, department, type, isAccessibleNeeded, students: [student] })
    else kind.students.push(student)
  }
  return [...kinds.values()].sort(
    (a, b) =>
      compare(a.level, b.level) ||
      (rank.get(a.department) ?? 0) - (rank.get(b.department) ?? 0) ||
      compare(a.gender, b.gender) ||
      compare(a.type ?? '', b.type ?? '') ||
      Number(a.isAccessibleNeeded) - Number(b.isAccessibleNeeded),
  )
}

function groupRooms(rooms: readonly PlanRoom[]): Pool[] {
  const sorted = rooms
    .filter(({ freeBeds }) => freeBeds.length > 0)
    .sort(
      (a, b) =>
        compareNumbers(a.building, b.building) ||
        compareNumbers(a.floor, b.floor) ||
        compareNumbers(a.room, b.room),
    )
  const pools = new Map<string, PlanRoom[]>()
  for (const room of sorted) {
    const { building, floor, type, gender, departments, level, isAccessible } = room
    const key = JSON.stringify([building, floor, type, gender, departments, level, isAccessible])
    pools.set(key, [...(pools.get(key) ?? []), room])
  }
  return [...pools.values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : [{ ...first, rooms: own, beds: countBeds(own) }]
  })
}

// The weights of the program. One more student in a bed is worth more than the preferences of a
// hundred students.
const PLACED = 100_000
const PLACED_ACCESSIBLE = 20_000
const PLACED_CHOSEN = 10_000
const OWN_ROOM = 100
const ACCESSIBLE_ROOM = -500
const DISTANCE = -80

async function solve(
  kinds: readonly Kind[],
  pools: readonly Pool[],
  promised: PlanInput['promised'],
): Promise<{ flows: Flow[]; menRooms: ReadonlySet<PlanRoom> }> {
  const variables = kinds.flatMap((kind, k) =>
    pools.flatMap((pool, p) => (fits(kind, pool) ? [{ kind, pool, name: `x${k}_${p}` }] : [])),
  )
  if (variables.length === 0) return { flows: [], menRooms: new Set() }
  const at = positionsOf(kinds, pools)
  const worth = ({ kind, pool }: { kind: Kind; pool: Pool }) =>
    PLACED +
    (kind.isAccessibleNeeded ? PLACED_ACCESSIBLE : pool.isAccessible ? ACCESSIBLE_ROOM : 0) +
    (kind.type === null ? 0 : PLACED_CHOSEN) +
    (pool.departments.length > 0 ? OWN_ROOM : 0) +
    (pool.level === null ? 0 : OWN_ROOM) +
    DISTANCE * Math.abs((at.get(kind) ?? 0) - (at.get(pool) ?? 0))
  const sum = (own: readonly { name: string }[]) => own.map(({ name }) => name).join('\n + ')
  const limits: string[] = []
  const limit = (own: readonly { name: string }[], most: number) => {
    if (own.length > 0) limits.push(`${sum(own)} <= ${most}`)
  }
  for (const kind of kinds)
    limit(
      variables.filter((one) => one.kind === kind),
      kind.students.length,
    )
  const bounds: string[] = []
  const undecided: { pool: Pool; size: number; rooms: PlanRoom[]; name: string }[] = []
  for (const [p, pool] of pools.entries()) {
    const own = variables.filter((one) => one.pool === pool)
    if (pool.gender !== null) {
      limit(own, pool.beds)
      continue
    }
    // Rooms without a gender: the program decides how many of each size are for men.
    const sizes = [...new Set(pool.rooms.map(({ freeBeds }) => freeBeds.length))]
    const parts = sizes.map((size) => {
      const rooms = pool.rooms.filter(({ freeBeds }) => freeBeds.length === size)
      const one = { pool, size, rooms, name: `y${p}_${size}` }
      undecided.push(one)
      bounds.push(`0 <= ${one.name} <= ${rooms.length}`)
      return one
    })
    const ofGender = (gender: string) => own.filter(({ kind }) => kind.gender === gender)
    const men = parts.map(({ size, name }) => `${size} ${name}`)
    if (ofGender('1').length > 0) limits.push(`${sum(ofGender('1'))} - ${men.join(' - ')} <= 0`)
    if (ofGender('2').length > 0)
      limits.push(`${sum(ofGender('2'))} + ${men.join(' + ')} <= ${pool.beds}`)
  }
  for (const type of new Set(pools.map((pool) => pool.type)))
    for (const gender of GENDERS) {
      const isOwn = (one: { type: string | null; gender: string | null }) =>
        one.type === type && (one.gender === gender || one.gender === null)
      const beds = pools.filter(isOwn).reduce((all, pool) => all + pool.beds, 0)
      const wanted =
        promised.filter(isOwn).reduce((all, one) => all + one.students, 0) +
        kinds.filter(isOwn).reduce((all, kind) => all + kind.students.length, 0)
      if (wanted > 0)
        limit(
          variables.filter(
            ({ kind, pool }) => kind.type === null && kind.gender === gender && pool.type === type,
          ),
          Math.max(0, beds - wanted),
        )
    }
  const valueOf = await maximize({
    objective: variables.map((one) => `${worth(one).toFixed(3)} ${one.name}`),
    limits,
    bounds,
    counts: variables.map((one) => one.name),
    rooms: undecided.map((one) => one.name),
  })
  return {
    flows: variables
      .map(({ name, ...one }) => ({ ...one, students: valueOf(name) }))
      .filter((flow) => flow.students > 0),
    menRooms: new Set(undecided.flatMap(({ rooms, name }) => rooms.slice(0, valueOf(name)))),
  }
}

interface Program {
  readonly objective: readonly string[]
  readonly limits: readonly string[]
  readonly bounds: readonly string[]
  /** The names of the variables that count students, and of those that count rooms. */
  readonly counts: readonly string[]
  readonly rooms: readonly string[]
}

// Solves a program, written in the LP format. The counts of students are whole numbers in nearly
// every solution of the faster program that does not demand it; in the other cases the program is
// solved again with this demand.
async function maximize(program: Program): Promise<(name: string) => number> {
  const solver = await highs()
  const run = (integers: readonly string[]) => {
    const text = [
      'Maximize',
      program.objective.join('\n + '),
      'Subject To',
      ...program.limits,
      ...(program.bounds.length > 0 ? ['Bounds', ...program.bounds] : []),
      ...(integers.length > 0 ? ['General', ...integers] : []),
      'End',
    ].join('\n')
    const { Columns: columns } = solver.solve(text, SOLVER_OPTIONS)
    return (name: string) => {
      const column = columns[name]
      return column === undefined || !('Primal' in column) ? 0 : column.Primal
    }
  }
  const relaxed = run(program.rooms)
  const isWhole = program.counts.every(
    (name) => Math.abs(relaxed(name) - Math.round(relaxed(name))) < ROUNDING,
  )
  const value = isWhole ? relaxed : run([...program.rooms, ...program.counts])
  return (name) => Math.round(value(name))
}

// The positions of kinds and floors, 0 to 1, in the order of colleges and of buildings. A plan in
// which the distance of students to their floors is least keeps each college on neighbouring floors.
function positionsOf(kinds: readonly Kind[], pools: readonly Pool[]): Map<Kind | Pool, number> {
  const at = new Map<Kind | Pool, number>()
  const spread = <T extends Kind | Pool>(own: readonly T[], sizeOf: (one: T) => number) => {
    const all = own.reduce((total, one) => total + sizeOf(one), 0)
    let before = 0
    for (const one of own) {
      at.set(one, (before + sizeOf(one) / 2) / all)
      before += sizeOf(one)
    }
  }
  for (const gender of [...GENDERS, null]) {
    spread(
      kinds.filter((kind) => kind.gender === gender),
      ({ students }) => students.length,
    )
    spread(
      pools.filter((pool) => pool.gender === gender),
      ({ beds }) => beds,
    )
  }
  return at
}

// Takes from each kind as many students as the flows say, by class. The largest class that fits is
// taken whole; if none fits, a part of the smallest one.
function takeClasses(flows: readonly Flow[]): PlanStudent[][] {
  const classes = new Map<string, PlanStudent[]>()
  for (const { kind, students: wanted } of flows) {
    let left = wanted
    while (left > 0) {
      const groups = [...groupByClass(kind.students)].sort((a, b) => b.length - a.length)
      const group = groups.find(({ length }) => length <= left) ?? groups.at(-1)
      if (group === undefined) break
      const taken = new Set(group.slice(0, left))
      left -= taken.size
      const name = group[0]?.className ?? ''
      classes.set(name, [...(classes.get(name) ?? []), ...taken])
      const rest = kind.students.filter((student) => !taken.has(student))
      kind.students.splice(0, kind.students.length, ...rest)
    }
  }
  return [...classes.entries()].sort(([a], [b]) => compareNumbers(a, b)).map(([, own]) => own)
}

interface OpenRoom {
  readonly room: PlanRoom
  readonly freeBeds: string[]
  readonly classes: Set<string>
}

// Fills the rooms of one floor. The rooms have at least as many beds as there are students.
function fillRooms(
  rooms: readonly PlanRoom[],
  classes: readonly (readonly PlanStudent[])[],
  places: PlannedPlace[],
): void {
  const open: OpenRoom[] = rooms.map((room) => ({
    room,
    freeBeds: [...room.freeBeds],
    classes: new Set(room.classes),
  }))
  const put = ({ room, freeBeds, classes: living }: OpenRoom, students: PlanStudent[]) => {
    for (const { code, className } of students.splice(0, freeBeds.length)) {
      const bed = freeBeds.shift() ?? ''
      places.push({ student: code, building: room.building, room: room.room, bed })
      living.add(className)
    }
  }
  // A class first joins class mates who live there, and then fills whole rooms.
  const rests = classes.map((own) => {
    const left = [...own]
    const name = left[0]?.className ?? ''
    for (const one of open) if (one.classes.has(name)) put(one, left)
    for (const one of open)
      if (one.classes.size === 0 && one.freeBeds.length <= left.length) put(one, left)
    return left
  })
  for (const rest of rests.sort((a, b) => b.length - a.length))
    while (rest.length > 0) {
      const room = smallestRoomFor(rest.length, open)
      if (room === undefined) return
      put(room, rest)
    }
}

// The room with the fewest free beds that takes all; if there is none, the one with the most.
function smallestRoomFor(students: number, open: readonly OpenRoom[]): OpenRoom | undefined {
  const free = open
    .filter(({ freeBeds }) => freeBeds.length > 0)
    .sort((a, b) => a.freeBeds.length - b.freeBeds.length)
  return free.find(({ freeBeds }) => freeBeds.length >= students) ?? free.at(-1)
}

function describe({
  students,
  rooms,
  places,
}: Pick<PlanInput, 'students' | 'rooms'> & {
  places: readonly PlannedPlace[]
}): BedPlan['figures'] {
  const keyOf = ({ building, room }: { building: string; room: string }) =>
    JSON.stringify([building, room])
  const placeOf = new Map(places.map((place) => [place.student, place]))
  const roomOf = new Map(rooms.map((room) => [keyOf(room), room]))
  const classes = groupByClass(students).filter(([first]) => first?.className !== '')
  let splitClasses = 0
  let alone = 0
  for (const group of classes)
    for (const gender of GENDERS) {
      const own = group.flatMap((student) => {
        const place = student.gender === gender ? placeOf.get(student.code) : undefined
        const room = place && roomOf.get(keyOf(place))
        return room === undefined ? [] : [room]
      })
      if (new Set(own.map(({ building, floor }) => JSON.stringify([building, floor]))).size > 1)
        splitClasses += 1
      const name = group[0]?.className ?? ''
      alone += own.filter(
        (room) =>
          own.length > 1 &&
          !room.classes.includes(name) &&
          own.filter((other) => other === room).length === 1,
      ).length
    }
  const buildings = [...new Set(rooms.map(({ building }) => building))].sort(compareNumbers)
  return {
    placed: places.length,
    classes: new Set(classes.flat().map((one) => JSON.stringify([one.className, one.gender]))).size,
    splitClasses,
    alone,
    buildings: buildings.map((building) => ({
      building,
      free: countBeds(rooms.filter((room) => room.building === building)),
      placed: places.filter((place) => place.building === building).length,
    })),
  }
}

function groupByClass(students: readonly PlanStudent[]): PlanStudent[][] {
  const groups = new Map<string, PlanStudent[]>()
  for (const student of students) {
    const own = groups.get(student.className)
    if (own === undefined) groups.set(student.className, [student])
    else own.push(student)
  }
  return [...groups.values()]
}

const countBeds = (rooms: readonly PlanRoom[]) =>
  rooms.reduce((all, { freeBeds }) => all + freeBeds.length, 0)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const compareNumbers = (a: string, b: string) =>
  a.localeCompare(b, 'zh-CN', { numeric: true }) || compare(a, b)

// Numbers from 0 to 1 that depend only on the seed (mulberry32).
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffle(list: unknown[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const moved = list[last]
    list[last] = list[other]
    list[other] = moved
  }
}
