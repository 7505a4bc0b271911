import { useWords } from '#app/lib/language.ts'
import { loadRegions, type Region, type Regions } from '#app/lib/regions.ts'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonWords } from '#words/common'
import { travelWords } from '#words/travel'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef, useState } from 'react'
import { childrenShown, pathOf, PLACEHOLDER, searchRegions } from './regions.ts'
import styles from './travel.module.css'

/** Down from province to city to district; a search leaps over the levels. Gives the joined names (D-39). */
export function RegionPicker({ value, onChoose }: { value: string; onChoose: (joined: string) => void }) {
  const words = useWords(travelWords)
  const common = useWords(commonWords)
  const { regions, failed, retry } = useRegions()
  if (failed) return <Problem title={words.regionsFailed} retryLabel={words.retry} onRetry={retry} />
  if (regions === undefined) return <Skeleton rows={8} label={common.loading} />
  return <Levels regions={regions} value={value} onChoose={onChoose} />
}

function Levels({ regions, value, onChoose }: { regions: Regions; value: string; onChoose: (joined: string) => void }) {
  const words = useWords(travelWords)
  const [search, setSearch] = useState('')
  const chosen = regions.codesOf(value).filter((code) => code !== PLACEHOLDER)
  const [path, setPath] = useState<readonly Region[]>(() => pathOf(regions, chosen.at(-2) ?? ''))
  const top = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const found = searchRegions(regions, search)
  const shown =
    search.trim() === ''
      ? childrenShown(regions, path.at(-1)?.value ?? '').map((region) => ({ region, label: region.name }))
      : found
  const choose = (region: Region) => {
    const whole = search.trim() === '' ? [...path, region] : pathOf(regions, region.value)
    if (childrenShown(regions, region.value).length === 0) onChoose(regions.joinNames(whole.map((one) => one.value)))
    else {
      setPath(whole)
      setSearch('')
      // The tapped row is gone; without this a keyboard would start again from the top of the page.
      list.current?.focus({ preventScroll: true })
      top.current?.scrollIntoView({ block: 'start' })
    }
  }
  return (
    <div ref={top} className={styles['picker']}>
      <input
        type="search"
        className={styles['search']}
        aria-label={words.searchRegion}
        placeholder={words.searchRegion}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {path.length > 0 && search === '' && (
        <ol className={styles['path']}>
          {path.map((region, depth) => (
            <li key={region.value}>
              <button type="button" aria-label={words.goBack(region.name)} onClick={() => setPath(path.slice(0, depth))}>
                {region.name}
              </button>
            </li>
          ))}
        </ol>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        className={styles['regions']}
        aria-label={[words.province, words.city, words.district][path.length]}
      >
        {shown.map(({ region, label }) => {
          const isChosen = chosen.includes(region.value)
          const isLast = childrenShown(regions, region.value).length === 0
          return (
            <li key={region.value}>
              <button type="button" aria-current={isChosen || undefined} onClick={() => choose(region)}>
                <span>{label}</span>
                {isChosen && <Check aria-hidden />}
                {!isLast && <ChevronRight aria-hidden className={styles['deeper']} />}
              </button>
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <output className={styles['quiet']}>{words.noRegion}</output>}
    </div>
  )
}

function useRegions() {
  const [regions, setRegions] = useState<Regions>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    loadRegions().then(
      (loaded) => gone || setRegions(loaded),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [tries])
  const retry = () => {
    setFailed(false)
    setTries(tries + 1)
  }
  return { regions, failed, retry }
}
