/** How an operation of IndexedDB can fail. With 'never' it is not answered at all. */
export const INDEXEDDB_FAULTS = [
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'QuotaExceededError',
  'TimeoutError',
] as const
/** The name of one of these faults. */
export type IndexedDbFault = (typeof INDEXEDDB_FAULTS)[number]

/** Which operation fails, counted from 1, and how. */
export interface IndexedDbFaultPlan {
  readonly at: number
  readonly how: IndexedDbFault | 'never'
  /** Whether all later operations fail too. */
  readonly onwards?: boolean
  /** Whether only operations that read, or only those that write, are counted and fail. */
  readonly only?: 'reads' | 'writes'
  /** Called when an operation is never answered, so that a test can advance its clock. */
  readonly onSilence?: () => void
}

type Kind = 'reads' | 'writes'
const READS = ['get', 'getAll', 'getAllKeys', 'count'] as const
const WRITES = ['put', 'delete', 'clear', 'openCursor'] as const

/** How many operations of the planned kind there were, and how many of them failed. */
export interface IndexedDbFaultCounts {
  readonly operations: number
  readonly failed: number
}

/** The plans that apply now, the newest last, with the operations that each has counted. */
const plans: { readonly plan: IndexedDbFaultPlan; operations: number; failed: number }[] = []
let isWatched = false

/**
 * Run `work` while operations of IndexedDB in this process fail according to the plan, below all of
 * the app's own code. Returns the counts, so that a test can check that a fault occurred.
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

/** The plan by which the operation that begins now fails, if there is one. */
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

// The prototypes are replaced once and stay replaced, because replacing them for each event slows
// down everything.
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
    // The imitation of IndexedDB calls this itself to open a database.
    const isOwn = String(mode) === 'versionchange'
    const plan = isOwn ? undefined : failing(mode === 'readwrite' ? 'writes' : 'reads')
    if (plan !== undefined && plan.how !== 'never') throw failed(plan)
    return transaction.call(this, stores, mode, options)
  }
  const { open } = indexedDB
  indexedDB.open = function (name, version) {
    // Opening counts as neither a read nor a write, because a plan that fails only reads would
    // otherwise lose the writes as well.
    const plan = failing('opening')
    if (plan === undefined) return open.call(this, name, version)
    if (plan.how !== 'never') throw failed(plan)
    plan.onSilence?.()
    return new IDBOpenDBRequest()
  }
}

const failed = ({ how }: IndexedDbFaultPlan) =>
  new DOMException('failing disk', how === 'never' ? 'TimeoutError' : how)

// A request that is never answered keeps its transaction open, as in a real browser.
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

// The imitation can abort a transaction for any reason, which the standard's abort cannot.
function endWith(transaction: IDBTransaction, name: string): void {
  const end: unknown = Reflect.get(transaction, '_abort')
  if (typeof end !== 'function') throw new Error('this IndexedDB cannot be made to fail')
  end.call(transaction, name)
}
