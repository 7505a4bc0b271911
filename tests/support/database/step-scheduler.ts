import pg from 'pg'

/**
 * What happens at once, one step at a time in an order that is given: statements of a database, and
 * messages that are under way. The same choices meet the same answers again.
 */
export interface StepScheduler {
  /** From now on: of n steps that could be next, the (choice mod n)th is. Begins anew at the end. */
  readonly setChoices: (choices: readonly number[]) => void
  /** Works that go on at once. What is asked outside of them is alone, and waits for nobody. */
  readonly runConcurrently: <T>(work: () => Promise<T>) => Promise<T>
  /** A message under way, by its name; it arrives when it is its turn. */
  readonly step: (name: string) => Promise<void>
  /**
   * The names of the steps that went one at a time since the last `follow`, as they went, and of
   * those that a lock held back once more when it let them go. They are the same in each life.
   */
  readonly listSteps: () => readonly string[]
  /** Every statement on a connection of this pool is a step. Before anything is asked of it. */
  readonly scheduleStatements: (pool: pg.Pool) => void
  /** How many statements that may write were asked so far: nothing changes while it stays. */
  readonly countWrites: () => number
  readonly close: () => Promise<void>
}

/** A statement or message. Those of one line keep their order. */
interface Step {
  /** A message's own, or what a statement begins with: it says nothing of whom it is about. */
  readonly name: string
  readonly line: object
  /** Of the database's process, where it is a statement. */
  readonly pid: number | undefined
  /** At its end locks are let go. */
  readonly letsGo: boolean
  readonly begin: () => Promise<unknown>
  readonly answer: (said: Promise<unknown>) => void
}
interface Begun extends Step {
  readonly said: Promise<unknown>
  readonly end: Promise<void>
  /** Which of all this is, in the order in which they began. */
  readonly nth: number
  isOver: boolean
}

const names = new Map<string, string>()
/**
 * The same statement under a name: a law asks the same few a million times, and reading and planning
 * one costs PostgreSQL more than running it.
 */
function plannedOnce(config: pg.QueryConfig): pg.QueryConfig {
  if (config.name !== undefined || (config.values ?? []).length === 0) return config
  const name = names.get(config.text) ?? `law ${names.size}`
  names.set(config.text, name)
  return { ...config, name }
}

/** These change nothing by themselves; whatever begins otherwise may. */
const READS = /^(select|begin|commit|rollback)\b/
/** These end a transaction. */
const ENDS = new Set(['commit', 'rollback'])
const message = (name: string) => ({ name, line: {}, pid: undefined, letsGo: false })
/** So much of a statement tells which one it is. */
const NAME_LENGTH = 60

/** So long a statement is awaited before somebody asks whether it waits for a lock, ms. */
const SHORT_MS = 2

/**
 * Steps for the database with this address. A statement that waits for a lock stays behind while
 * the others go on; it is answered after the step that let it go. Of several that wait for one row
 * the first gets it first; only where the row was changed meanwhile PostgreSQL lets them race.
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
  /** The database's processes whose statements are steps. */
  const own = new Set<number>()

  // Whoever else has the lock, PostgreSQL's own cleaning say, lets it go unasked.
  const isHeld = async (pid: number | undefined) => {
    const { rows } = await looking.query<{ held: boolean }>({
      name: 'who holds',
      text: 'select pg_blocking_pids($1) && $2::int[] as held',
      values: [pid, [...own]],
    })
    return rows[0]?.held === true
  }
  /** Until it has ended, or stands before a lock of another step's. */
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
  /** Whoever was answered has said what comes next, on a connection that may have yet to be made. */
  const quiet = async () => {
    do for (let turns = 0; turns < 3; turns++) await new Promise((next) => setImmediate(next))
    while (connecting > 0)
  }
  /**
   * Those that have ended since this one began: itself, and whoever stood before a lock that it let
   * go, and so on.
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
        // Nobody is left who could let them go: they fail, for nobody answers them otherwise.
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
      // In the order in which they were asked for, however long each takes to be made.
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
