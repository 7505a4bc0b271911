import pg from 'pg'

/**
 * Runs concurrent work one step at a time in a given order. A step is a database statement or a
 * message. The same choices give the same results again.
 */
export interface StepScheduler {
  /**
   * Set the choices: of n steps that can be next, the (choice mod n)th is run. After the last
   * choice the first follows again.
   */
  readonly setChoices: (choices: readonly number[]) => void
  /** Run work whose steps are scheduled. Statements outside of it run at once. */
  readonly runConcurrently: <T>(work: () => Promise<T>) => Promise<T>
  /** A message with this name, which arrives when its step is run. */
  readonly step: (name: string) => Promise<void>
  /**
   * The names of the steps that were run since the last `setChoices`, in their order. A step that a
   * lock delayed is listed again when the lock is released. The names are the same in each replay.
   */
  readonly listSteps: () => readonly string[]
  /**
   * Make every statement on a connection of this pool a step. Must be called before the first
   * statement.
   */
  readonly scheduleStatements: (pool: pg.Pool) => void
  /**
   * How many statements that can write were sent so far. While the number stays the same, no data
   * changes.
   */
  readonly countWrites: () => number
  readonly close: () => Promise<void>
}

/** A statement or message. The steps of one connection keep their order. */
interface Step {
  /** The name of a message, or the beginning of a statement without its values. */
  readonly name: string
  readonly line: object
  /** The process id of the database connection, for a statement. */
  readonly pid: number | undefined
  /** Whether locks are released at the end of this step. */
  readonly letsGo: boolean
  readonly begin: () => Promise<unknown>
  readonly answer: (said: Promise<unknown>) => void
}
interface Begun extends Step {
  readonly said: Promise<unknown>
  readonly end: Promise<void>
  /** The number of this step, in the order in which steps began. */
  readonly nth: number
  isOver: boolean
}

const names = new Map<string, string>()
/**
 * Give the statement a name, so that it is prepared once. A property sends the same few statements
 * a million times, and parsing and planning a statement costs PostgreSQL more than running it.
 */
function plannedOnce(config: pg.QueryConfig): pg.QueryConfig {
  if (config.name !== undefined || (config.values ?? []).length === 0) return config
  const name = names.get(config.text) ?? `law ${names.size}`
  names.set(config.text, name)
  return { ...config, name }
}

/** Statements that change nothing. All others can write. */
const READS = /^(select|begin|commit|rollback)\b/
/** Statements that end a transaction. */
const ENDS = new Set(['commit', 'rollback'])
const message = (name: string) => ({ name, line: {}, pid: undefined, letsGo: false })
/** The length of a statement's beginning by which it is identified. */
const NAME_LENGTH = 60

/** After this time in ms, the scheduler checks whether a statement waits for a lock. */
const SHORT_MS = 2

/**
 * A scheduler for the database with this address. A statement that waits for a lock stays behind
 * while other steps run, and is answered after the step that releases the lock. Of several
 * statements that wait for one row, the first gets the lock first. PostgreSQL lets them race only
 * if the row was changed meanwhile.
 */
export async function createStepScheduler(connectionString: string): Promise<StepScheduler> {
  const looking = new pg.Client({ connectionString })
  await looking.connect()
  let choices: readonly number[] = []
  let at = 0
  let isGoing = false
  let isTogether = false
  let connecting = 0
  let count = 0
  let writes = 0
  let gone: string[] = []
  const queue: Step[] = []
  const held: Begun[] = []
  /** The database processes whose statements are scheduled. */
  const own = new Set<number>()

  // A lock of another process, such as autovacuum, is released without a step.
  const isHeld = async (pid: number | undefined) => {
    const { rows } = await looking.query<{ held: boolean }>({
      name: 'who holds',
      text: 'select pg_blocking_pids($1) && $2::int[] as held',
      values: [pid, [...own]],
    })
    return rows[0]?.held === true
  }
  /** Wait until a step has ended, or waits for the lock of another step. */
  const untilItStands = async (one: Begun) => {
    while (!one.isOver) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const short = new Promise<void>((resolve) => (timer = setTimeout(resolve, SHORT_MS)))
      await Promise.race([one.end, short])
      clearTimeout(timer)
      if (!one.isOver && (await isHeld(one.pid))) return
    }
  }
  const begin = (step: Step): Begun => {
    const said = step.begin()
    const over = () => void (begun.isOver = true)
    const end = said.then(over, over)
    const begun: Begun = { ...step, said, end, nth: (count += 1), isOver: false }
    return begun
  }
  /**
   * Wait until everybody who was answered has sent the next statement, possibly on a connection
   * that must be opened first.
   */
  const quiet = async () => {
    do for (let turns = 0; turns < 3; turns++) await new Promise((next) => setImmediate(next))
    while (connecting > 0)
  }
  /**
   * The steps that have ended since this step began: the step itself, the steps that waited for a
   * lock that it released, and so on.
   */
  const endedBy = async (chosen: Begun): Promise<Begun[]> => {
    const over: Begun[] = []
    let isNews = true
    for (let looked = [chosen]; isNews; looked = [...held]) {
      isNews = false
      for (const one of looked) {
        await untilItStands(one)
        if (!one.isOver) continue
        over.push(...held.splice(held.indexOf(one), 1))
        isNews ||= one !== chosen || one.letsGo
      }
    }
    const rank = (one: Begun) => (one === chosen ? 0 : one.nth)
    return over.sort((one, other) => rank(one) - rank(other))
  }
  const go = async () => {
    if (isGoing) return
    isGoing = true
    for (;;) {
      await quiet()
      const lines = new Set(held.map(({ line }) => line))
      const next = queue.filter(({ line }) => !lines.has(line) && lines.add(line))
      const chosenIndex = next.length > 1 ? choices[at++ % choices.length] : 0
      const chosen = next[(chosenIndex ?? 0) % next.length]
      if (chosen === undefined) {
        // No step is left that could release the locks, so the waiting steps fail.
        const stuck = new Error('All stand before a lock that no step lets go.')
        for (const one of held.splice(0)) one.answer(Promise.reject(stuck))
        break
      }
      queue.splice(queue.indexOf(chosen), 1)
      const begun = begin(chosen)
      held.push(begun)
      gone.push(begun.name)
      for (const one of await endedBy(begun)) {
        one.answer(one.said)
        if (one === begun) continue
        gone.push(`let go: ${one.name}`)
        await quiet()
      }
    }
    isGoing = false
  }
  const inTurn = <T>(step: Omit<Step, 'begin' | 'answer'>, work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve) => {
      queue.push({ ...step, begin: work, answer: (said) => resolve(said as Promise<T>) })
      void go()
    })

  return {
    setChoices: (wanted) => {
      choices = wanted
      at = 0
      gone = []
    },
    runConcurrently: async (work) => {
      isTogether = true
      return work().finally(() => void (isTogether = false))
    },
    step: async (name) => (isTogether ? inTurn(message(name), async () => {}) : undefined),
    listSteps: () => gone,
    scheduleStatements: (pool) => {
      const connect = pool.connect.bind(pool)
      // In the order in which connections were requested, however long each takes to open.
      let before: Promise<unknown> = Promise.resolve()
      const counted = () => {
        connecting += 1
        const made = connect()
        const own = before.then(() => made).finally(() => void (connecting -= 1))
        before = own.catch(() => {})
        return own
      }
      pool.connect = counted as typeof pool.connect
      pool.on('connect', (client) => {
        const query = client.query.bind(client)
        const pid =
          'processID' in client && typeof client.processID === 'number'
            ? client.processID
            : undefined
        if (pid !== undefined) own.add(pid)
        const gated = (config: pg.QueryConfig) => {
          if (!READS.test(config.text)) writes += 1
          const named = plannedOnce(config)
          const [name, letsGo] = [config.text.slice(0, NAME_LENGTH), ENDS.has(config.text)]
          return isTogether
            ? inTurn({ name, line: client, pid, letsGo }, () => query(named))
            : query(named)
        }
        client.query = gated as typeof client.query
      })
    },
    countWrites: () => writes,
    close: () => looking.end(),
  }
}
