import { QueryClient, useQuery } from '@tanstack/react-query'
import {
  type PersistedClient,
  PersistQueryClientProvider,
} from '@tanstack/react-query-persist-client'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { del, get, set } from 'idb-keyval'
import { createRoot } from 'react-dom/client'

// The floor of the app: a page of the same libraries that shows a list from an address under a
// router, and stores the list on the phone.
const KEY = 'client'
const client = new QueryClient({
  defaultOptions: { queries: { gcTime: 864e5, networkMode: 'offlineFirst', retry: 1 } },
})
const persister = {
  persistClient: (kept: PersistedClient) => set(KEY, kept),
  restoreClient: () => get<PersistedClient>(KEY),
  removeClient: () => del(KEY),
}

function Home() {
  const { data } = useQuery<{ id: number; name: string }[]>({
    queryKey: ['apps'],
    queryFn: () => fetch('/api/apps.json').then((response) => response.json()),
  })
  if (data === undefined) return <p>loading</p>
  return (
    <main id="content">
      <h1>Campus</h1>
      <ul>
        {data.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </main>
  )
}

const root = createRootRoute()
const router = createRouter({
  routeTree: root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/',
      staticData: { offlineFor: 'everybody' },
      component: Home,
    }),
  ]),
})

const element = document.getElementById('root')
if (element !== null)
  createRoot(element).render(
    <PersistQueryClientProvider client={client} persistOptions={{ persister }}>
      <RouterProvider router={router} />
    </PersistQueryClientProvider>,
  )
