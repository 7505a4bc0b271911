import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const SOON_MS = 50

/** Said of a part that nobody waits for. */
export const WHEN_IDLE = true

let tellMissing: (error: Error) => unknown = () => {}

/** Name who mends it when the code of a part does not come. */
export const onLazyLoadError = (tell: typeof tellMissing): void => void (tellMissing = tell)

export interface LazyComponentProps {
  /** Shown; until then its code is only fetched. */
  readonly open?: boolean
  /** What stands in its place until its code is here. */
  readonly fallback?: ReactNode
}

/**
 * A part of a page whose code comes after the page, as a component that stands in for it; `soon` is
 * SOON or nothing. What opens by a tap is placed closed, so that its code is here when a tunnel
 * comes before the tap. `load` of it brings the code before it is placed.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  soon = false,
) {
  let Known: ComponentType<Props> | undefined
  const loadOnce = async () => (Known ??= await load())
  function Part(props: Props & LazyComponentProps): ReactNode {
    const { open = true, fallback } = props
    const [Loaded] = useState(() => Known)
    const draw = useLazyComponent(loadOnce, open && !soon)
    if (!open) return null
    if (Loaded !== undefined) return <Loaded {...props} />
    return draw === undefined ? fallback : draw(props)
  }
  return Object.assign(Part, { load: async (): Promise<void> => void (await loadOnce()) })
}

/**
 * The part that `load` brings, as a function that draws it; undefined until it is here. Asked for
 * once the page has been drawn, at once where it is `wanted`; what did not come then is asked for
 * again when it is wanted. (React.lazy would keep the failure for ever. So do browsers: whoever
 * onLazyLoadError has named brings a new page.)
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
    return () => clearTimeout(timer)
  }, [load, missing, wanted])
  return loaded?.draw
}
