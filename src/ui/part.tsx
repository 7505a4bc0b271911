import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react'

const SOON_MS = 50

export interface PartProps {
  /** Shown; until then its code is only fetched. */
  readonly open?: boolean
  /** What stands in its place until its code is here. */
  readonly otherwise?: ReactNode
}

/**
 * A part of a page whose code comes after the page, as a component that stands in for it. `soon` is one that nobody waits
 * for. What opens by a tap is placed closed, so that its code is here when a tunnel comes before the tap.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { soon = false } = {},
) {
  return function Part(props: Props & PartProps): ReactNode {
    const { open = true, otherwise } = props
    const Loaded = usePart(load, open && !soon)
    if (!open) return null
    return Loaded === undefined ? otherwise : createElement(Loaded, props)
  }
}

/**
 * The component that `load` brings; undefined until it is here. Asked for once the page has been drawn, at once where it
 * is `wanted`; what did not come then is asked for again when it is. (React.lazy would keep the failure for ever.)
 */
export function usePart<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<{ readonly Component: ComponentType<Props> }>()
  const missing = loaded === undefined
  useEffect(() => {
    if (!missing) return undefined
    const ask = () => {
      load().then(
        (Component) => setLoaded({ Component }),
        () => {},
      )
    }
    const timer = setTimeout(ask, wanted ? 0 : SOON_MS)
    return () => clearTimeout(timer)
  }, [load, missing, wanted])
  return loaded?.Component
}
