// What the agent's calls become on the wire, without sending anything: a changed document shows here first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as orders from '@acme/orders-tools';
import * as pets from '@acme/pets-tools';

test('a pet is looked up by its number', async () => {
  const dispatcher = pets.createDispatcher({ env: { PETS_API_KEY: 'key' } });
  const { method, url, headers } = await dispatcher.buildRequest('getPetById', { petId: 1 });
  assert.equal(`${method} ${url}`, 'GET http://127.0.0.1:8080/api/v3/pet/1');
  assert.equal(headers.api_key, 'key');
});

test('an order carries the token of the order service and is written as JSON', async () => {
  const dispatcher = orders.createDispatcher({ env: { ORDERS_TOKEN: 'secret' } });
  const { headers, body } = await dispatcher.buildRequest('createOrder', { body: { petId: 1, quantity: 2 } });
  assert.equal(headers.Authorization, 'Bearer secret');
  assert.equal(body, '{"petId":1,"quantity":2}');
});
