import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import {
  deletedFilterAnswer,
  newSavedFilter,
  savedFilterAnswer,
  savedFilterEdit,
  savedFiltersAnswer,
} from '../../saved-filters/contract.ts'
import * as endpoints from '../../saved-filters/endpoints.ts'
import {
  editFilter,
  noSuchFilter,
  readSavedFilters,
  removeFilter,
  saveFilter,
} from './saved-filters.ts'

const notFound = noSuchFilter().message

export const savedFilterRoutes = (world: World): Route[] => [
  route(
    endpoints.getSavedFilters,
    only('admin'),
    { summary: 'Saved filters of member lists', answer: savedFiltersAnswer },
    ({ caller }) => readSavedFilters(world, caller.id),
  ),
  route(
    endpoints.postSavedFilter,
    only('admin'),
    { summary: 'Save a filter', body: newSavedFilter, answer: savedFilterAnswer, status: 201 },
    ({ caller, body }) => saveFilter(world, caller.id, body),
  ),
  route(
    endpoints.putSavedFilter,
    only('admin'),
    {
      summary: 'Rename or replace a saved filter',
      body: savedFilterEdit,
      answer: savedFilterAnswer,
      notFound,
    },
    ({ caller, params, body }) => editFilter(world, caller.id, params.id, body),
  ),
  route(
    endpoints.deleteSavedFilter,
    only('admin'),
    { summary: 'Delete a saved filter', answer: deletedFilterAnswer, notFound },
    ({ caller, params }) => removeFilter(world, caller.id, params.id),
  ),
]
