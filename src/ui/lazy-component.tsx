import { type ComponentType, type ReactNode, useDeferredValue, useEffect, useState } from 'react'

const SOON_MS = 50

/** The `soon` argument of `lazyComponent`: the code loads 50 ms after the page has rendered. */
export const LOAD_AFTER_RENDER = true

let tellMissing: (error: Error) => unknown = () => {}
let listenForNetwork = (_hear: () => void) => () => {}

/**
 * Sets the function that handles a chunk which fails to load, and the one that calls a listener when
 * the network returns and returns a function that unsubscribes it.
 */
export const onLazyLoadError = (
  tell: typeof tellMissing,
  onNetworkRecovery: typeof listenForNetwork,
): void => {
  tellMissing = tell
  listenForNetwork = onNetworkRecovery
}

export interface LazyComponentProps {
  /** Renders the component; while false, only its code is loaded. */
  readonly open?: boolean
  /** Shown until the code is loaded. */
  readonly fallback?: ReactNode
}

/**
 * Creates a component whose code loads after the page. With `soon` (`LOAD_AFTER_RENDER`) the code
 * loads a moment later. A part that opens is rendered after the frame that answers the tap, and
 * closes without delay. Render a part that opens on a tap with `open={false}` first, so that its
 * code is loaded before the tap, even if the network is lost in between. The method `load` loads
 * the code earlier. Until then the page is not stored as a snapshot (`data-pending`).
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  soon = false,
) {
  let Known: ComponentType<Props> | undefined
  const loadOnce = async () => (Known ??= await load())
  function Part(props: Props & LazyComponentProps): ReactNode {
    const { open = true, fallback } = props
    const shown = useDeferredValue(open) && open
    const [Loaded] = useState(() => Known)
    const draw = useLazyComponent(loadOnce, open && !soon)
    if (!shown) return null
    if (Loaded !== undefined) return <Loaded {...props} />
    if (draw !== undefined) return draw(props)
    return (
      <>
        {fallback}
        <template data-pending />
      </>
    )
  }
  return Object.assign(Part, { load: async (): Promise<void> => void (await loadOnce()) })
}

/**
 * Loads a component and returns a function that renders it; undefined until the component is
 * loaded. Loading starts after the page has rendered, or without delay if `wanted`. A failed load
 * is repeated when `wanted` becomes true, and when the network returns while it is true.
 *
 * React.lazy is not used, because it caches a failure forever. Browsers do so too, so the handler
 * set by `onLazyLoadError` reloads the page.
 */
export function useLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
): ((props: Props) => ReactNode) | undefined {
  const [loaded, setLoaded] = useState<{ readonly draw: (props: Props) => ReactNode }>()
  const missing = loaded === undefined
  useEffect(() => {
    if (!missing) return undefined
    const ask = () => {
      load().then((Loaded) => setLoaded({ draw: (props) => <Loaded {...props} /> }), tellMissing)
    }
    const timer = setTimeout(ask, wanted ? 0 : SOON_MS)
    const stop = wanted ? listenForNetwork(ask) : undefined
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [load, missing, wanted])
  return loaded?.draw
}
