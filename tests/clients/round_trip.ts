// A client made by openapi-typescript and openapi-fetch: what it writes comes back.
import createClient from "openapi-fetch";
import type { paths } from "./rolefit.js";

const headers = { Authorization: `Bearer ${process.env.ROLEFIT_KEY}` };
const client = createClient<paths>({ baseUrl: process.argv[2], headers });

function expect(holds: boolean, what: unknown): asserts holds {
  if (!holds) throw new Error(JSON.stringify(what));
}

const path = { id: "from-typescript" };
const put = await client.PUT("/v1/candidates/{id}", {
  params: { path },
  body: { headline: "HPC engineer", skills: ["Slurm", { name: "Lustre", years: 3 }] },
});
expect(put.data?.id === path.id, put.error);
const patched = await client.PATCH("/v1/candidates/{id}", {
  params: { path },
  body: { level: "senior" },
  headers: { "content-type": "application/merge-patch+json" },
});
expect(patched.data !== undefined && patched.data.seq > put.data.seq, patched.error);
const got = await client.GET("/v1/candidates/{id}", { params: { path } });
expect(got.data?.level === "senior" && got.data.skills?.length === 2, got.error);
await client.PUT("/v1/roles/{id}", { params: { path }, body: { must_have: ["Slurm"] } });
const found = await client.POST("/v1/roles/{id}/matches", { params: { path }, body: { limit: 1 } });
expect(found.data !== undefined && found.data.results.length === 1, found.error);
const refused = await client.GET("/v1/candidates/{id}", { params: { path: { id: "nobody" } } });
expect(refused.error?.code === "not_found", refused);
const created = await client.POST("/v1/candidates", { body: { headline: "HPC engineer" } });
expect(created.data !== undefined, created.error);
const removed = await client.DELETE("/v1/candidates/{id}", { params: { path: { id: created.data.id } } });
expect(removed.response.status === 204, removed.error);
const hook = await client.POST("/v1/roles/{id}/webhooks", {
  params: { path },
  body: { url: "https://ats.example/hook", limit: 3 },
});
expect(hook.data !== undefined && hook.data.secret.startsWith("whsec_"), hook.error);
const of = { path: { ...path, webhook_id: hook.data.id } };
const listed = await client.GET("/v1/roles/{id}/webhooks/{webhook_id}", { params: of });
expect(listed.data?.limit === 3, listed.error);
const ended = await client.DELETE("/v1/roles/{id}/webhooks/{webhook_id}", { params: of });
expect(ended.response.status === 204, ended.error);
console.log("TypeScript client: well");
