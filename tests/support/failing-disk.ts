/** How an operation of IndexedDB can fail. 'never': it does not answer at all. */
export const DISK_FAULTS = [
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'QuotaExceededError',
  'TimeoutError',
] as const
/** One of them. */
export type DiskFault = (typeof DISK_FAULTS)[number]

/** Which operation fails, counted from 1, and how. */
export interface DiskPlan {
  readonly at: number
  readonly how: DiskFault | 'never'
  /** All operations after it fail too. */
  readonly onwards?: boolean
  /** Only what changes something fails, or only what reads. */
  readonly only?: 'reads' | 'writes'
  /** Told when one never answers, so that a test can let time pass. */
  readonly onSilence?: () => void
}

const READS = ['get', 'getAll', 'getAllKeys', 'count'] as const
const WRITES = ['put', 'delete', 'clear', 'openCursor'] as const

/**
 * Do some work while the operations of this process's IndexedDB fail by a plan; beneath all of the
 * app's own code. Answers how many operations there were.
 */
export async function withFailingDisk(
  plan: DiskPlan,
  work: () => Promise<unknown>,
): Promise<number> {
  let operations = 0
  const restores: (() => void)[] = []
  const fails = (kind: 'reads' | 'writes') => {
    if (plan.only !== undefined && plan.only !== kind) return false
    operations += 1
    return plan.onwards === true ? operations >= plan.at : operations === plan.at
  }
  const replace = <Owner extends object, Name extends keyof Owner>(
    owner: Owner,
    name: Name,
    by: (real: Owner[Name]) => Owner[Name],
  ) => {
    const real = owner[name]
    owner[name] = by(real)
    restores.push(() => (owner[name] = real))
  }
  const failed = () =>
    new DOMException('failing disk', plan.how === 'never' ? 'TimeoutError' : plan.how)

  // A request that never answers keeps its transaction open, as a real one does.
  const hold = (store: IDBObjectStore, count: () => IDBRequest) => {
    const again = () => {
      const request = count.call(store)
      request.addEventListener('success', again)
      request.addEventListener('error', (event) => event.preventDefault())
    }
    again()
    plan.onSilence?.()
    return new IDBRequest()
  }
  const { count } = IDBObjectStore.prototype
  const meet = (
    source: IDBObjectStore | IDBIndex,
    kind: 'reads' | 'writes',
    real: () => IDBRequest,
  ): IDBRequest => {
    if (!fails(kind)) return real()
    const store = source instanceof IDBIndex ? source.objectStore : source
    if (plan.how === 'never') return hold(store, count)
    if (plan.how === 'InvalidStateError') throw failed()
    const request = real()
    endWith(store.transaction, plan.how)
    return request
  }
  for (const kind of [READS, WRITES])
    for (const name of kind) {
      const reads = kind === READS ? 'reads' : 'writes'
      for (const owner of [IDBObjectStore.prototype, IDBIndex.prototype]) {
        const real: unknown = Reflect.get(owner, name)
        if (typeof real !== 'function') continue
        Reflect.set(owner, name, function (this: IDBObjectStore | IDBIndex, ...given: unknown[]) {
          return meet(this, reads, () => real.apply(this, given))
        })
        restores.push(() => Reflect.set(owner, name, real))
      }
    }
  replace(
    IDBDatabase.prototype,
    'transaction',
    (real) =>
      function (this: IDBDatabase, stores, mode, options) {
        // The imitation itself calls this to open a database.
        const isOwn = String(mode) === 'versionchange'
        if (!isOwn && fails(mode === 'readwrite' ? 'writes' : 'reads') && plan.how !== 'never')
          throw failed()
        return real.call(this, stores, mode, options)
      },
  )
  replace(
    indexedDB,
    'open',
    (real) =>
      function (this: IDBFactory, name, version) {
        if (!fails('reads')) return real.call(this, name, version)
        if (plan.how !== 'never') throw failed()
        plan.onSilence?.()
        return new IDBOpenDBRequest()
      },
  )
  try {
    await work()
  } finally {
    for (const restore of restores.toReversed()) restore()
  }
  return operations
}

// The imitation can end a transaction for any reason, which the standard's abort cannot.
function endWith(transaction: IDBTransaction, name: string): void {
  const end: unknown = Reflect.get(transaction, '_abort')
  if (typeof end !== 'function') throw new Error('this IndexedDB cannot be made to fail')
  end.call(transaction, name)
}
