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
  /** The classes of the residents (`classKeyOf`). */
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
  /** Whether the same input gives the same plan; not if the solver ran out of time. */
  isRepeatable: v.boolean(),
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

/**
 * Identifies a class. Two colleges can have classes of one name.
 */
export const classKeyOf = ({
  department,
  className,
}: Pick<PlanStudent, 'department' | 'className'>): string => JSON.stringify([department, className])

/** Students who may have the same beds, college by college and class by class. */
interface Kind extends Omit<PlanStudent, 'code' | 'className'> {
  readonly students: readonly PlanStudent[]
}
/** Rooms that may have the same students, building by building and floor by floor. */
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
/** Where the solver stops: after this number of steps, and after this time in seconds. */
interface SolverLimits {
  readonly mip_max_nodes: number
  readonly time_limit: number
}
// The number of steps is reached at the same plan on every machine. The time is for programs in which
// single steps are long.
const SOLVER_LIMITS: SolverLimits = { mip_max_nodes: 500, time_limit: 15 }
const SOLVER_OPTIONS = {
  output_flag: false,
  // A plan may be worse than the best one by a few preferences, but not by a student without a bed.
  mip_rel_gap: 0,
  mip_abs_gap: 30_000,
} as const
const ROUNDING = 1e-6

/**
 * Plans who gets which bed. A mixed-integer program (HiGHS) decides how many students of each kind
 * live in each pool of rooms; its goals are, in this order: as many students as possible have a bed, first those who
 * need an accessible one and those whose choice is confirmed; students live in the rooms that are kept for their college
 * or level; accessible rooms stay free. Then the colleges fill the floors of a pool one after another,
 * and classes the rooms of a floor. The same input gives the same plan, unless the solver ran out of
 * time.
 */
export async function planBeds(
  { students, rooms, promised, seed }: PlanInput,
  limits = SOLVER_LIMITS,
): Promise<BedPlan> {
  const random = createRandom(seed)
  const ordered = orderStudents(students, random)
  const kinds = groupStudents(ordered, rooms)
  const pools = groupRooms(rooms)
  const spare = countBedsWithoutChoice(kinds, pools, promised)
  const { flows, menRooms, isRepeatable } = await solve({ kinds, pools, spare }, limits)
  const rank = new Map(ordered.map((student, at) => [student, at]))
  const left = new Map(kinds.map((kind) => [kind, [...kind.students]]))
  const places: PlannedPlace[] = []
  for (const pool of pools)
    for (const gender of GENDERS) {
      const own = flows
        .filter((flow) => flow.pool === pool && flow.kind.gender === gender)
        .flatMap((flow) => left.get(flow.kind)?.splice(0, flow.students) ?? [])
        .sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
      const open = pool.rooms.filter(
        (room) => (room.gender ?? (menRooms.has(room) ? '1' : '2')) === gender,
      )
      fillFloors(open, own, places)
    }
  placeOthers({ kinds, pools, spare }, places)
  const placed = new Set(places.map(({ student }) => student))
  const unplaced = kinds.flatMap((kind) => {
    const others = kind.students.filter(({ code }) => !placed.has(code))
    if (others.length === 0) return []
    const reason = explain(kind, rooms, places)
    return others.map(({ code }) => ({ student: code, reason }))
  })
  return { places, unplaced, isRepeatable, figures: describe({ students, rooms, places }) }
}

type RoomUse = Omit<PlanRoom, 'building' | 'room' | 'floor' | 'freeBeds' | 'classes'>
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
  const inLeft = new Set(left.map(roomKeyOf))
  const given = places.filter((place) => inLeft.has(roomKeyOf(place)))
  return kind.type === null && given.length < countBeds(left) ? 'kept' : 'full'
}

// The seed orders the colleges, and the students of a class.
function orderStudents(students: readonly PlanStudent[], random: () => number): PlanStudent[] {
  const sorted = [...students].sort((a, b) => compare(a.code, b.code))
  shuffle(sorted, random)
  const departments = [...new Set(students.map(({ department }) => department))].sort(compare)
  shuffle(departments, random)
  const classes = [...new Set(students.map(({ className }) => className))].sort(compareNumbers)
  const rankOf = (names: readonly string[]) => new Map(names.map((name, at) => [name, at]))
  const [ofDepartment, ofClass] = [rankOf(departments), rankOf(classes)]
  return sorted.sort(
    (a, b) =>
      (ofDepartment.get(a.department) ?? 0) - (ofDepartment.get(b.department) ?? 0) ||
      (ofClass.get(a.className) ?? 0) - (ofClass.get(b.className) ?? 0),
  )
}

// Colleges and levels for which no room is kept do not tell kinds apart, so that the program stays
// small however many there are.
function groupStudents(ordered: readonly PlanStudent[], rooms: readonly PlanRoom[]): Kind[] {
  const lists = [...new Map(rooms.map((room) => [JSON.stringify(room.departments), room])).values()]
  const levels = new Set(rooms.map((room) => room.level))
  const keptFor = new Map(
    [...new Set(ordered.map(({ department }) => department))].map((department) => [
      department,
      lists.flatMap(({ departments }, at) => (departments.includes(department) ? [at] : [])),
    ]),
  )
  const kinds = new Map<string, Kind & { students: PlanStudent[] }>()
  for (const student of ordered) {
    const { gender, level, department, type, isAccessibleNeeded } = student
    const key = JSON.stringify([
      gender,
      levels.has(level) ? level : null,
      keptFor.get(department),
      type,
      isAccessibleNeeded,
    ])
    const kind = kinds.get(key)
    if (kind === undefined)
      kinds.set(key, { gender, level, department, type, isAccessibleNeeded, students: [student] })
    else kind.students.push(student)
  }
  return [...kinds.values()]
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
    const { type, gender, departments, level, isAccessible } = room
    const key = JSON.stringify([type, gender, departments, level, isAccessible])
    const own = pools.get(key)
    if (own === undefined) pools.set(key, [room])
    else own.push(room)
  }
  return [...pools.values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : [{ ...first, rooms: own, beds: countBeds(own) }]
  })
}

// The beds of a type that students without a choice may have, by type and gender: those that no
// confirmed choice needs.
function countBedsWithoutChoice(
  kinds: readonly Kind[],
  pools: readonly Pool[],
  promised: PlanInput['promised'],
): ReadonlyMap<string, number> {
  const spare = new Map<string, number>()
  for (const type of new Set(pools.map((pool) => pool.type)))
    for (const gender of GENDERS) {
      const isOwn = (one: { type: string | null; gender: string | null }) =>
        one.type === type && (one.gender === gender || one.gender === null)
      const beds = pools.filter(isOwn).reduce((all, pool) => all + pool.beds, 0)
      const wanted =
        promised.filter(isOwn).reduce((all, one) => all + one.students, 0) +
        kinds.filter(isOwn).reduce((all, kind) => all + kind.students.length, 0)
      spare.set(typeKeyOf(type, gender), Math.max(0, beds - wanted))
    }
  return spare
}
const typeKeyOf = (type: string, gender: string) => JSON.stringify([type, gender])

// The weights of the program. One more student in a bed is worth more than the preferences of a
// hundred students.
const PLACED = 100_000
const PLACED_ACCESSIBLE = 20_000
const PLACED_CHOSEN = 10_000
const OWN_ROOM = 100
const ACCESSIBLE_ROOM = -500

interface Problem {
  readonly kinds: readonly Kind[]
  readonly pools: readonly Pool[]
  readonly spare: ReadonlyMap<string, number>
}

async function solve(
  { kinds, pools, spare }: Problem,
  solverLimits: SolverLimits,
): Promise<{ flows: Flow[]; menRooms: ReadonlySet<PlanRoom>; isRepeatable: boolean }> {
  const variables = kinds.flatMap((kind, k) =>
    pools.flatMap((pool, p) => (fits(kind, pool) ? [{ kind, pool, name: `x${k}_${p}` }] : [])),
  )
  if (variables.length === 0) return { flows: [], menRooms: new Set(), isRepeatable: true }
  const worth = ({ kind, pool }: { kind: Kind; pool: Pool }) =>
    PLACED +
    (kind.isAccessibleNeeded ? PLACED_ACCESSIBLE : pool.isAccessible ? ACCESSIBLE_ROOM : 0) +
    (kind.type === null ? 0 : PLACED_CHOSEN) +
    (pool.departments.length > 0 ? OWN_ROOM : 0) +
    (pool.level === null ? 0 : OWN_ROOM)
  const sum = (own: readonly { name: string }[]) => own.map(({ name }) => name).join('\n + ')
  const limits: string[] = []
  const limit = (own: readonly { name: string }[], most: number) => {
    if (own.length > 0) limits.push(`${sum(own)} <= ${most}`)
  }
  for (const [kind, own] of groupBy(variables, (one) => one.kind)) limit(own, kind.students.length)
  const bounds: string[] = []
  const undecided: { size: number; rooms: PlanRoom[]; name: string }[] = []
  const ofPool = groupBy(variables, (one) => one.pool)
  for (const [p, pool] of pools.entries()) {
    const own = ofPool.get(pool) ?? []
    if (pool.gender !== null) {
      limit(own, pool.beds)
      continue
    }
    // Rooms without a gender: the program decides how many of each size are for men.
    const parts = [...groupBy(pool.rooms, ({ freeBeds }) => freeBeds.length)].map(
      ([size, rooms]) => ({ size, rooms, name: `y${p}_${size}` }),
    )
    undecided.push(...parts)
    bounds.push(...parts.map(({ name, rooms }) => `0 <= ${name} <= ${rooms.length}`))
    const ofGender = (gender: string) => own.filter(({ kind }) => kind.gender === gender)
    const men = parts.map(({ size, name }) => `${size} ${name}`)
    if (ofGender('1').length > 0) limits.push(`${sum(ofGender('1'))} - ${men.join(' - ')} <= 0`)
    if (ofGender('2').length > 0)
      limits.push(`${sum(ofGender('2'))} + ${men.join(' + ')} <= ${pool.beds}`)
  }
  const withoutChoice = groupBy(
    variables.filter(({ kind }) => kind.type === null),
    ({ kind, pool }) => typeKeyOf(pool.type, kind.gender),
  )
  for (const [key, own] of withoutChoice) limit(own, spare.get(key) ?? 0)
  const { valueOf, isRepeatable } = await maximize({
    objective: variables.map((one) => `${worth(one)} ${one.name}`),
    limits,
    bounds,
    counts: variables.map((one) => one.name),
    rooms: undecided.map((one) => one.name),
    solverLimits,
  })
  return {
    flows: variables
      .map(({ name, ...one }) => ({ ...one, students: valueOf(name) }))
      .filter((flow) => flow.students > 0),
    menRooms: new Set(undecided.flatMap(({ rooms, name }) => rooms.slice(0, valueOf(name)))),
    isRepeatable,
  }
}

interface Program {
  readonly objective: readonly string[]
  readonly limits: readonly string[]
  readonly bounds: readonly string[]
  /** The names of the variables that count students, and of those that count rooms. */
  readonly counts: readonly string[]
  readonly rooms: readonly string[]
  readonly solverLimits: SolverLimits
}

// Solves a program, written in the LP format. The counts of students are whole numbers in nearly
// every solution of the faster program that does not demand it; in the other cases the program is
// solved again with this demand.
async function maximize(
  program: Program,
): Promise<{ valueOf: (name: string) => number; isRepeatable: boolean }> {
  const solver = await highs()
  let isRepeatable = true
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
    const { Columns: columns, Status: status } = solver.solve(text, {
      ...SOLVER_OPTIONS,
      ...program.solverLimits,
    })
    if (status === 'Time limit reached') isRepeatable = false
    // A program without whole numbers that was not solved has no values that keep its limits.
    const isUsable = integers.length > 0 || status === 'Optimal'
    return (name: string) => {
      const column = columns[name]
      if (!isUsable || column === undefined || !('Primal' in column)) return 0
      return Number.isFinite(column.Primal) ? Math.max(0, column.Primal) : 0
    }
  }
  const relaxed = run(program.rooms)
  const isWhole = program.counts.every(
    (name) => Math.abs(relaxed(name) - Math.round(relaxed(name))) < ROUNDING,
  )
  const value = isWhole ? relaxed : run([...program.rooms, ...program.counts])
  return { valueOf: (name) => Math.round(value(name)), isRepeatable }
}

// Fills the floors of a pool one after another, with whole classes while beds are left over. The
// pool has at least as many beds as there are students.
function fillFloors(
  rooms: readonly PlanRoom[],
  students: readonly PlanStudent[],
  places: PlannedPlace[],
): void {
  const waiting = [...groupBy(students, classKeyOf).values()]
  let spare = countBeds(rooms) - students.length
  for (const floor of groupBy(rooms, floorKeyOf).values()) {
    const here: PlanStudent[][] = []
    let left = countBeds(floor)
    while (left > 0 && waiting[0] !== undefined) {
      const [first] = waiting
      const college = first[0]?.department
      const at = waiting.findIndex((own) => own.length <= left && own[0]?.department === college)
      // The next class would be divided: the rest of the floor stays free, if it is not needed.
      if (at < 0 && left <= spare) {
        spare -= left
        break
      }
      const taken = at < 0 ? first.splice(0, left) : (waiting.splice(at, 1)[0] ?? [])
      left -= taken.length
      here.push(taken)
    }
    fillRooms(floor, here, places)
  }
}

// Places students for whom the program, stopped at a limit, has not found the bed that exists.
function placeOthers({ kinds, pools, spare }: Problem, places: PlannedPlace[]): void {
  const given = new Map(places.map((place) => [place.student, place]))
  const genderOf = new Map<string, string>()
  const typeOf = new Map(
    pools.flatMap((pool) => pool.rooms.map((room) => [roomKeyOf(room), pool.type])),
  )
  const left = new Map(spare)
  const takeSpare = ({ type, gender }: Kind, room: string) => {
    const key = typeKeyOf(typeOf.get(room) ?? '', gender)
    if (type === null) left.set(key, (left.get(key) ?? 0) - 1)
  }
  for (const kind of kinds)
    for (const { code } of kind.students) {
      const place = given.get(code)
      if (place === undefined) continue
      genderOf.set(roomKeyOf(place), kind.gender)
      takeSpare(kind, roomKeyOf(place))
    }
  const taken = new Set(places.map(bedKeyOf))
  const free = pools.flatMap(({ rooms, ...pool }) =>
    rooms.flatMap((room) => {
      const beds = room.freeBeds.filter((bed) => !taken.has(bedKeyOf({ ...room, bed })))
      return beds.length === 0 ? [] : [{ pool, room, key: roomKeyOf(room), beds }]
    }),
  )
  const urgency = (kind: Kind) => (kind.isAccessibleNeeded ? 0 : kind.type === null ? 2 : 1)
  for (const kind of [...kinds].sort((a, b) => urgency(a) - urgency(b))) {
    // Rooms that others need more come last.
    const open = free
      .filter(({ pool }) => fits(kind, pool))
      .sort((a, b) => Number(a.pool.isAccessible) - Number(b.pool.isAccessible))
    for (const { code } of kind.students) {
      if (given.has(code)) continue
      const found = open.find(
        ({ pool, key, beds }) =>
          beds.length > 0 &&
          (genderOf.get(key) ?? kind.gender) === kind.gender &&
          (kind.type !== null || (left.get(typeKeyOf(pool.type, kind.gender)) ?? 0) > 0),
      )
      if (found === undefined) break
      const { room, key, beds } = found
      places.push({
        student: code,
        building: room.building,
        room: room.room,
        bed: beds.shift() ?? '',
      })
      genderOf.set(key, kind.gender)
      takeSpare(kind, key)
    }
  }
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
    for (const student of students.splice(0, freeBeds.length)) {
      const bed = freeBeds.shift() ?? ''
      places.push({ student: student.code, building: room.building, room: room.room, bed })
      living.add(classKeyOf(student))
    }
  }
  // A class first joins class mates who live there, and then fills whole rooms.
  const rests = classes.map((own) => {
    const left = [...own]
    const name = left[0] === undefined ? '' : classKeyOf(left[0])
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
  const placeOf = new Map(places.map((place) => [place.student, place]))
  const roomOf = new Map(rooms.map((room) => [roomKeyOf(room), room]))
  const classes = [
    ...groupBy(
      students.filter(({ className }) => className !== ''),
      classKeyOf,
    ),
  ]
  let splitClasses = 0
  let alone = 0
  for (const [name, group] of classes)
    for (const gender of GENDERS) {
      const own = group.flatMap((student) => {
        const place = student.gender === gender ? placeOf.get(student.code) : undefined
        const room = place && roomOf.get(roomKeyOf(place))
        return room === undefined ? [] : [room]
      })
      if (new Set(own.map(floorKeyOf)).size > 1) splitClasses += 1
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
    classes: classes.reduce(
      (all, [, group]) => all + new Set(group.map(({ gender }) => gender)).size,
      0,
    ),
    splitClasses,
    alone,
    buildings: buildings.map((building) => ({
      building,
      free: countBeds(rooms.filter((room) => room.building === building)),
      placed: places.filter((place) => place.building === building).length,
    })),
  }
}

function groupBy<T, Key>(list: readonly T[], keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const one of list) {
    const own = groups.get(keyOf(one))
    if (own === undefined) groups.set(keyOf(one), [one])
    else own.push(one)
  }
  return groups
}

const roomKeyOf = ({ building, room }: { building: string; room: string }) =>
  JSON.stringify([building, room])
const bedKeyOf = ({ building, room, bed }: Omit<PlannedPlace, 'student'>) =>
  JSON.stringify([building, room, bed])
const floorKeyOf = ({ building, floor }: PlanRoom) => JSON.stringify([building, floor])

const countBeds = (rooms: readonly PlanRoom[]) =>
  rooms.reduce((all, { freeBeds }) => all + freeBeds.length, 0)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const collator = new Intl.Collator('zh-CN', { numeric: true })
const compareNumbers = (a: string, b: string) => collator.compare(a, b) || compare(a, b)

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
