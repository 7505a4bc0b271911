/** How an operation of IndexedDB can fail. 'never': it does not answer at all. */
export const INDEXEDDB_FAULTS = [
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'QuotaExceededError',
  'TimeoutError',
] as const
/** One of them. */
export type IndexedDbFault = (typeof INDEXEDDB_FAULTS)[number]

/** Which operation fails, counted from 1, and how. */
export interface IndexedDbFaultPlan {
  readonly at: number
  readonly how: IndexedDbFault | 'never'
  /** All operations after it fail too. */
  readonly onwards?: boolean
  /** Only what changes something fails, or only what reads. */
  readonly only?: 'reads' | 'writes'
  /** Told when one never answers, so that a test can let time pass. */
  readonly onSilence?: () => void
}

type Kind = 'reads' | 'writes'
const READS = ['get', 'getAll', 'getAllKeys', 'count'] as const
const WRITES = ['put', 'delete', 'clear', 'openCursor'] as const

/** What a plan has met: the operations of its kind, and how many of them it let fail. */
export interface IndexedDbFaultCounts {
  readonly operations: number
  readonly failed: number
}

/** What is to fail just now, the newest last, with what each has met. */
const plans: { readonly plan: IndexedDbFaultPlan; operations: number; failed: number }[] = []
let isWatched = false

/**
 * Do some work while the operations of this process's IndexedDB fail by a plan; beneath all of the
 * app's own code. Answers what the plan has met, so that a test can tell that there was a fault.
 */
export async function withFailingIndexedDb(
  plan: IndexedDbFaultPlan,
  work: () => Promise<unknown>,
): Promise<IndexedDbFaultCounts> {
  if (!isWatched) watch()
  isWatched = true
  const met = { plan, operations: 0, failed: 0 }
  plans.push(met)
  try {
    await work()
  } finally {
    plans.splice(plans.indexOf(met), 1)
  }
  return met
}

/** The plan by which the operation that now begins fails, if there is one. */
function failing(kind: Kind | 'opening'): IndexedDbFaultPlan | undefined {
  for (const met of plans.toReversed()) {
    const { at, only, onwards } = met.plan
    if (only !== undefined && only !== kind) continue
    met.operations += 1
    if (onwards === true ? met.operations < at : met.operations !== at) continue
    met.failed += 1
    return met.plan
  }
  return undefined
}

// Put in place once and left there: to change a prototype for each event makes all of it slow.
function watch(): void {
  const { count } = IDBObjectStore.prototype
  const meet = (source: IDBObjectStore | IDBIndex, kind: Kind, real: () => IDBRequest) => {
    const plan = failing(kind)
    if (plan === undefined) return real()
    const store = source instanceof IDBIndex ? source.objectStore : source
    if (plan.how === 'never') return hold(store, count, plan)
    if (plan.how === 'InvalidStateError') throw failed(plan)
    const request = real()
    endWith(store.transaction, plan.how)
    return request
  }
  for (const [kind, names] of [['reads', READS] as const, ['writes', WRITES] as const])
    for (const name of names)
      for (const owner of [IDBObjectStore.prototype, IDBIndex.prototype]) {
        const real: unknown = Reflect.get(owner, name)
        if (typeof real !== 'function') continue
        Reflect.set(owner, name, function (this: IDBObjectStore | IDBIndex, ...given: unknown[]) {
          return plans.length === 0
            ? real.apply(this, given)
            : meet(this, kind, () => real.apply(this, given))
        })
      }
  for (const [kind, name] of [['writes', 'delete'] as const, ['reads', 'continue'] as const]) {
    const real: unknown = Reflect.get(IDBCursor.prototype, name)
    if (typeof real !== 'function') continue
    Reflect.set(IDBCursor.prototype, name, function (this: IDBCursor, ...given: unknown[]) {
      return plans.length === 0
        ? real.apply(this, given)
        : meet(this.source, kind, () => real.apply(this, given))
    })
  }
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    // The imitation itself calls this to open a database.
    const isOwn = String(mode) === 'versionchange'
    const plan = isOwn ? undefined : failing(mode === 'readwrite' ? 'writes' : 'reads')
    if (plan !== undefined && plan.how !== 'never') throw failed(plan)
    return transaction.call(this, stores, mode, options)
  }
  const { open } = indexedDB
  indexedDB.open = function (name, version) {
    // Neither a read nor a write: a plan for one of these would lose the other with the connection.
    const plan = failing('opening')
    if (plan === undefined) return open.call(this, name, version)
    if (plan.how !== 'never') throw failed(plan)
    plan.onSilence?.()
    return new IDBOpenDBRequest()
  }
}

const failed = ({ how }: IndexedDbFaultPlan) =>
  new DOMException('failing disk', how === 'never' ? 'TimeoutError' : how)

// A request that never answers keeps its transaction open, as a real one does.
function hold(
  store: IDBObjectStore,
  count: () => IDBRequest,
  plan: IndexedDbFaultPlan,
): IDBRequest {
  const again = () => {
    const request = count.call(store)
    request.addEventListener('success', again)
    request.addEventListener('error', (event) => event.preventDefault())
  }
  again()
  plan.onSilence?.()
  return new IDBRequest()
}

// The imitation can end a transaction for any reason, which the standard's abort cannot.
function endWith(transaction: IDBTransaction, name: string): void {
  const end: unknown = Reflect.get(transaction, '_abort')
  if (typeof end !== 'function') throw new Error('this IndexedDB cannot be made to fail')
  end.call(transaction, name)
}
