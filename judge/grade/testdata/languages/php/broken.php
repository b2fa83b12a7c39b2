<?php
function (
