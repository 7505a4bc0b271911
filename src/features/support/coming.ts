/** A page of a later issue: how its address goes on after the name, and who may open it. */
interface Coming {
  readonly shapes: readonly string[]
  /** Marked (auth) in the specification's table. */
  readonly auth?: true
  readonly personal?: true
}

const OWN = ['stunum']

// The specification's table of addresses, but for those that have a route of their own.
const PAGES: Readonly<Record<string, Coming>> = {
  editinfo: { shapes: OWN, personal: true },
  editpic: { shapes: OWN, personal: true },
  changephonenum: { shapes: OWN, personal: true },
  newphonenum: { shapes: OWN, personal: true },
  verphonenum: { shapes: OWN, personal: true },
  changepass: { shapes: OWN, personal: true },
  resetpass: { shapes: OWN, personal: true },
  auth: { shapes: OWN, personal: true },
}

/** What a page of a later issue is about, read from its address; none when there is no such page. */
export interface ComingPage {
  readonly name: string
  readonly auth: boolean
  readonly personal: boolean
  readonly sort?: number
  readonly stunum?: string
}

/** Find the page of a later issue that this path below the base leads to; letter case does not matter. */
export function comingPage(path: string): ComingPage | undefined {
  const [name = '', ...rest] = path.split('/').filter((part) => part !== '')
  const known = Object.hasOwn(PAGES, name.toLowerCase()) ? PAGES[name.toLowerCase()] : undefined
  const shape = known?.shapes.map((one) => one.split('/').filter((part) => part !== '')).find((one) => one.length === rest.length)
  if (known === undefined || shape === undefined) return undefined
  const [sort, stunum] = [rest[shape.indexOf('sort')], rest[shape.indexOf('stunum')]]
  return {
    name: name.toLowerCase(),
    auth: known.auth ?? false,
    personal: known.personal ?? false,
    ...(sort !== undefined && /^\d+$/.test(sort) && { sort: Number(sort) }),
    ...(stunum !== undefined && { stunum: decodeURIComponent(stunum) }),
  }
}
