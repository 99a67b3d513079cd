import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, query, type Schema } from '../../platform/api/client';
import { shownInPlace } from '../../platform/api/shown-in-place';

export type Review = Schema<'Review'>;
export type Reviewer = Schema<'Reviewer'>;
export type ReviewAnswer = Schema<'ReviewAnswer'>;
export type ReviewState = Schema<'ReviewState'>;
export type Person = Schema<'ReviewPerson'>;
export type NewReview = Schema<'NewReview'>;
export type ReviewsAsked = Schema<'ReviewsAsked'>;

/** Files that people are asked about with one call. */
export const MOST_FILES = 200;
/** People of one review. */
export const MOST_REVIEWERS = 20;
/** Days from today on that a review can be due. */
export const LATEST_DAYS = 731;

const headers = shownInPlace;
const keyOf = (appId: number, nodeId: number) => ['review', appId, nodeId] as const;

/** The review of a file, and those before it. */
export function reviewQuery(appId: number, nodeId: number) {
  return queryOptions({
    queryKey: keyOf(appId, nodeId),
    queryFn: async ({ signal }) => {
      const { data, error } = await api.GET('/api/app/{application_instance_id}/review/entry/{node_id}', {
        params: { path: { application_instance_id: appId, node_id: nodeId } },
        headers,
        signal,
      });
      if (data === undefined) throw error;
      return data;
    },
    staleTime: 0,
  });
}

/** Reviews of these files have changed: what is said of them beside the files, and what waits for the user. */
export async function refresh(client: QueryClient, appId: number, nodeIds: readonly number[]): Promise<void> {
  const detail = (node_id: number) =>
    query.queryOptions('get', '/api/app/{application_instance_id}/entry/{node_id}', {
      params: { path: { application_instance_id: appId, node_id } },
    });
  const keys = nodeIds.flatMap((id) => [keyOf(appId, id), detail(id).queryKey]);
  await Promise.all([
    ...keys.map((queryKey) => client.invalidateQueries({ queryKey })),
    client.invalidateQueries({ queryKey: ['entries', appId, 'reviews'] }),
  ]);
}

/** The calls that change reviews; each throws the server's problem. */
export function reviewCalls(appId: number) {
  const here = { application_instance_id: appId };
  const of = (review_id: number) => ({ params: { path: { ...here, review_id } }, headers });
  const answered = <Data>({ data, error }: { data?: Data; error?: unknown }): Data => {
    if (data === undefined) throw error;
    return data;
  };
  const sent = ({ response, error }: { response: Response; error?: unknown }) => {
    if (!response.ok) throw error;
  };
  const review = '/api/app/{application_instance_id}/review';
  const one = `${review}/{review_id}` as const;
  return {
    ask: async (body: NewReview) => answered(await api.POST(review, { params: { path: here }, body, headers })),
    answer: async (id: number, body: Schema<'NewReviewAnswer'>) =>
      answered(await api.PUT(`${review}/answer/{review_id}`, { ...of(id), body })),
    change: async (id: number, body: Schema<'ReviewChange'>) => answered(await api.PUT(one, { ...of(id), body })),
    close: async (id: number) => sent(await api.DELETE(one, of(id))),
    add: async (id: number, reviewers: number[]) =>
      answered(await api.POST(`${review}/reviewer/{review_id}`, { ...of(id), body: { reviewers } })),
    remove: async (id: number, users_id: number) =>
      sent(
        await api.DELETE(`${review}/reviewer/{review_id}/{users_id}`, {
          params: { path: { ...here, review_id: id, users_id } },
          headers,
        }),
      ),
  };
}
